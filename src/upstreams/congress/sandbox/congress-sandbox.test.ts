import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { congressSandbox } from "../congress-sandbox-client.ts";
import { createCongressSandbox, type CongressSandbox } from "./congress-sandbox.ts";
import { loadSeed } from "./seed.ts";
import { readMembers } from "./seed-members.ts";
import { readSeed } from "./seed-reader.ts";

const types = ["hr", "s", "hjres", "sjres", "hconres", "sconres", "hres", "sres"];

async function ask(sandbox: CongressSandbox, address: string, key = "folio-sandbox-test") {
  const response = await sandbox.app.request(`${congressSandbox.path}/${address}`, {
    headers: { "x-api-key": key },
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Answer };
}

type Answer = {
  bills?: { number: string; type: string; updateDate: string; title: string; latestAction?: object }[];
  bill?: Record<string, unknown>;
  pagination: { count: number; next?: string; prev?: string };
  error?: string;
};

describe("the seed", () => {
  const { bills, findMember } = loadSeed();

  it("has at least sixty distinct bills of all eight types and seven Congresses", () => {
    expect(bills.length).toBeGreaterThanOrEqual(60);
    expect(new Set(bills.map(({ type }) => type))).toEqual(new Set(types));
    expect(new Set(bills.map(({ congress }) => congress))).toEqual(
      new Set([113, 114, 115, 116, 117, 118, 119]),
    );
    expect(new Set(bills.map(({ congress, type, number }) => `${congress} ${type} ${number}`)).size).toBe(
      bills.length,
    );
  });

  it.each([
    ["a law", (bill) => bill.laws.length > 0],
    ["a veto", (bill) => bill.actions.some(({ text }) => text.startsWith("Vetoed by President"))],
    ["one by request", (bill) => bill.sponsors.some(({ isByRequest }) => isByRequest)],
    ["one without a sponsor", (bill) => bill.sponsors.length === 0],
    ["hundreds of cosponsors", (bill) => bill.cosponsors.length > 200],
    ["hundreds of amendments", (bill) => bill.amendments.length > 500],
    ["a cosponsor who withdrew", (bill) => bill.cosponsors.some(({ withdrawn }) => withdrawn !== null)],
    ["cost estimates", (bill) => bill.costEstimates.length > 1],
    ["recorded votes", (bill) => bill.actions.some(({ votes }) => votes.length > 0)],
    ["one without a printed text", (bill) => bill.texts.length === 0],
    ["one that was only introduced", (bill) => bill.actions.every(({ type }) => type === "IntroReferral")],
  ] satisfies [string, (bill: (typeof bills)[number]) => boolean][])("has %s", (_what, isIt) => {
    expect(bills.some(isIt)).toBe(true);
  });

  it("defines every member and committee it mentions", () => {
    const committees = new Set(
      bills.flatMap((bill) =>
        bill.committees.flatMap((committee) => [
          committee.code,
          ...committee.subcommittees.map(({ code }) => code),
        ]),
      ),
    );
    for (const bill of bills) {
      for (const { bioguideId } of [...bill.sponsors, ...bill.cosponsors]) {
        const { lastName, party, state } = findMember(bioguideId, bill.congress);
        expect([lastName, party, state], bioguideId).not.toContain("");
      }
    }
    expect(committees.size).toBeGreaterThan(20);
  });

  it("has the service's dates and types, newest action first", () => {
    const kinds =
      "Committee Calendars Floor BecameLaw IntroReferral President ResolvingDifferences Discharge NotUsed Veto";
    for (const bill of bills) {
      const where = `${bill.congress} ${bill.type} ${bill.number}`;
      expect(bill.updated, where).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(bill.introduced, where).toMatch(/^\d{4}-\d\d-\d\d$/);
      const dates = bill.actions.map(({ date }) => date);
      expect(dates, where).toEqual(dates.toSorted().toReversed());
      for (const action of bill.actions) {
        expect(kinds.split(" "), `${where} ${action.text}`).toContain(action.type);
        expect("CFSL", `${where} ${action.text}`).toContain(action.source);
      }
    }
  });

  it("names an invalid line", () => {
    expect(() => readSeed("bill 117 hr 1\ntitel For the People")).toThrow('line 2 begins with "titel"');
    expect(() => readSeed("title For the People")).toThrow("line 1");
    expect(() => readMembers("S001168 Rep. Sarbanes, John P. [D-MD-3]")("X000001", 117)).toThrow("X000001");
  });

  it("uses a member's name in that Congress", () => {
    const find = readMembers(
      "C001123 Rep. Cisneros, Gilbert Ray [D-CA-31]\nC001123@116 Rep. Cisneros, Gilbert Ray, Jr. [D-CA-39]",
    );
    expect([find("C001123", 116).district, find("C001123", 119).district]).toEqual([39, 31]);
    expect(find("C001123", 116)).toMatchObject({
      firstName: "Gilbert",
      middleName: "Ray",
      lastName: "Cisneros",
    });
  });
});

describe("the sandbox", () => {
  it("returns twenty rows by default and 250 at most", async () => {
    const sandbox = createCongressSandbox();
    for (let number = 1; number <= 300; number += 1)
      sandbox.bills.add({ congress: 120, type: "hr", number: String(number) });
    expect((await ask(sandbox, "bill/120?format=json")).json.bills).toHaveLength(20);
    const all = await ask(sandbox, "bill/120?format=json&limit=9999");
    expect(all.json.bills).toHaveLength(250);
    expect(all.json.pagination.count).toBe(300);
    expect(all.json.pagination.next).toMatch(/\/v3\/bill\/120\?offset=250&limit=250&format=json$/);
    const last = await ask(sandbox, "bill/120?format=json&limit=250&offset=250");
    expect(last.json.pagination).toEqual({ count: 300, prev: expect.stringContaining("offset=0&limit=250") });
  });

  it("omits an empty list but keeps its count", async () => {
    const { json } = await ask(createCongressSandbox(), "bill/120/hr?format=json");
    expect(json).toEqual({
      pagination: { count: 0 },
      request: { billType: "hr", congress: "120", contentType: "application/json", format: "json" },
    });
  });

  it("moves a changed bill to the end of the updates, by its own clock", async () => {
    let now = new Date("2026-11-21T12:00:00Z");
    const sandbox = createCongressSandbox({ now: () => now });
    const since = "bill?format=json&sort=updateDate+asc&fromDateTime=2026-11-21T00:00:00Z";
    expect((await ask(sandbox, since)).json.bills).toBeUndefined();
    now = new Date("2026-11-21T13:00:00Z");
    sandbox.bills.change({ congress: 119, type: "hr", number: "22" }, { title: "SAVE America Act" });
    const { json } = await ask(sandbox, since);
    expect(json.bills?.map(({ title, updateDate }) => [title, updateDate])).toEqual([
      ["SAVE America Act", "2026-11-21"],
    ]);
    expect((await ask(sandbox, "bill/119/hr/22?format=json")).json.bill?.["updateDate"]).toBe(
      "2026-11-21T13:00:00Z",
    );
    sandbox.bills.remove({ congress: 119, type: "hr", number: "22" });
    expect((await ask(sandbox, "bill/119/hr/22?format=json")).status).toBe(404);
    expect(() => sandbox.bills.change({ congress: 119, type: "hr", number: "22" }, {})).toThrow("119 hr 22");
  });

  it("counts a key's requests over a rolling hour", async () => {
    let now = new Date("2026-11-21T12:00:00Z");
    const sandbox = createCongressSandbox({ now: () => now });
    sandbox.hourlyLimit = 2;
    async function statusOf(): Promise<number> {
      return (await ask(sandbox, "bill/119/hr/22?format=json")).status;
    }
    expect(await statusOf()).toBe(200);
    now = new Date("2026-11-21T12:30:00Z");
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
    now = new Date("2026-11-21T13:00:01Z");
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
  });

  it.each([
    ["9404", 404],
    ["9429", 429],
    ["9500", 500],
    ["9200", 200],
  ])("answers the number %s with %i", async (number, status) => {
    const sandbox = createCongressSandbox();
    for (const path of ["", "/actions", "/cosponsors", "/subjects"]) {
      const address = `${congressSandbox.path}/bill/119/sjres/${number}${path}?format=json`;
      const response = await sandbox.app.request(address, { headers: { "x-api-key": "folio-sandbox-test" } });
      expect(response.status, path).toBe(status);
    }
  });

  it("delays the number 9408, and stops when the caller disconnects", async () => {
    const sandbox = createCongressSandbox();
    sandbox.slowMs = 80;
    const began = performance.now();
    expect((await ask(sandbox, "bill/119/hr/9408?format=json")).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
    sandbox.slowMs = 60_000;
    const request = new Request(`http://127.0.0.1${congressSandbox.path}/bill/119/hr/9408?format=json`, {
      headers: { "x-api-key": "folio-sandbox-test" },
      signal: AbortSignal.timeout(20),
    });
    await sandbox.app.fetch(request);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("fails as often and where told to", async () => {
    const sandbox = createCongressSandbox();
    sandbox.fail("limit", 2, /actions/);
    const statuses: number[] = [];
    for (const path of ["actions", "titles", "actions", "actions"])
      statuses.push((await ask(sandbox, `bill/119/hr/22/${path}?format=json`)).status);
    expect(statuses).toEqual([429, 200, 429, 200]);
    sandbox.fail("limit", 100);
    sandbox.recover();
    expect((await ask(sandbox, "bill/119/hr/22?format=json")).status).toBe(200);
  });

  it("rejects an upper-case type in a bill's lists, like the service", async () => {
    const { status, json } = await ask(createCongressSandbox(), "bill/118/HR/4755/actions?format=json");
    expect([status, json.error]).toEqual([404, "Unknown resource: bill/118/HR/4755/actions"]);
  });

  it("distinguishes a law from the list of laws, even if mounted after another service", async () => {
    const site = new Hono();
    // Such a pattern makes Hono fall back to a different router, which treats patterns differently.
    site.get("/:file{.+\\.png}", (c) => c.text("a picture"));
    site.route("/", createCongressSandbox().app);
    async function shape(path: string): Promise<unknown> {
      const response = await site.request(`${congressSandbox.path}/law/117/${path}?format=json`, {
        headers: { "x-api-key": "folio-sandbox-test" },
      });
      const answer = (await response.json()) as Answer;
      return [response.status, Object.keys(answer)[0]];
    }
    expect(await shape("pub")).toEqual([200, "bills"]);
    expect(await shape("pub/169")).toEqual([200, "bill"]);
    expect(await shape("pub/58")).toEqual([404, "error"]);
    expect(await shape("priv/169")).toEqual([404, "error"]);
  });

  it("records only the latest calls", async () => {
    const sandbox = createCongressSandbox();
    for (let call = 0; call < 1_010; call += 1)
      await ask(sandbox, `bill/119/hr/9404?format=json&call=${call}`);
    expect(sandbox.calls).toHaveLength(1_000);
    expect(sandbox.calls.at(-1)).toContain("call=1009");
  });
});
