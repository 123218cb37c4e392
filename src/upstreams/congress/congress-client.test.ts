import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failureOf } from "../../../tests/support/failure-of.ts";
import { dealOut } from "../../../tests/support/night.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createLogger } from "#server/log.ts";
import { congressSandbox } from "./congress-sandbox-client.ts";
import { congressConformance } from "../../../tests/support/conformance/congress-conformance.ts";
import { congressAccess, createCongressClient, CongressError, type CongressClient } from "./index.ts";
import { startCongressSandbox } from "../../../tests/support/stand-ins/sandboxes.ts";

let running: Awaited<ReturnType<typeof startCongressSandbox>>;
beforeAll(async () => {
  running = await startCongressSandbox();
});
afterAll(() => running.close());
beforeEach(() => {
  running.sandbox.recover();
  Object.assign(running.sandbox, { pageSlip: null, beforeAnswer: null, hourlyLimit: 100_000 });
  running.sandbox.calls.splice(0);
});

const logged: string[] = [];

function clientOf(options: { apiKey?: string | null; timeoutMs?: number; baseUrl?: string } = {}) {
  const http = createHttpClient({
    fetch,
    log: createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } }),
    userAgent: "Folio",
    random: () => 0,
  });
  return createCongressClient({
    http,
    baseUrl: () => options.baseUrl ?? running.url,
    apiKey: options.apiKey === undefined ? congressSandbox.key : options.apiKey,
    timeoutMs: options.timeoutMs ?? 3_000,
  });
}

const errorOf = (work: Promise<unknown>) => failureOf(CongressError, work);

const forThePeople = { congress: 117, type: "HR", number: "1" };
const calls: Record<string, (client: CongressClient) => Promise<unknown>> = {
  listBills: (client) => client.listBills({ congress: 117 }),
  bill: (client) => client.bill(forThePeople),
  actions: (client) => client.actions(forThePeople),
  amendments: (client) => client.amendments(forThePeople),
  committees: (client) => client.committees(forThePeople),
  cosponsors: (client) => client.cosponsors(forThePeople),
  relatedBills: (client) => client.relatedBills(forThePeople),
  subjects: (client) => client.subjects(forThePeople),
  summaries: (client) => client.summaries(forThePeople),
  textVersions: (client) => client.textVersions(forThePeople),
  titles: (client) => client.titles(forThePeople),
  lawBill: (client) => client.lawBill({ congress: 117, lawType: "pub", number: 169 }),
};

describe("the Congress sandbox", () => {
  congressConformance({ baseUrl: () => running.url, key: congressSandbox.key });
});

const liveKey = process.env["CONGRESS_CONFORMANCE_KEY"];
describe.runIf(liveKey !== undefined)("api.congress.gov", () => {
  const baseUrl = process.env["CONGRESS_CONFORMANCE_URL"] ?? "https://api.congress.gov/v3";
  congressConformance({ baseUrl: () => baseUrl, key: liveKey ?? "" });
});

describe("the Congress client", () => {
  it("reads a bill and everything below it", async () => {
    const client = clientOf();
    const bill = await client.bill(forThePeople);
    expect(bill).toMatchObject({
      title: "For the People Act of 2021",
      introducedDate: "2021-01-04",
      type: "HR",
    });
    const lists = await Promise.all([
      client.actions(forThePeople),
      client.amendments(forThePeople),
      client.cosponsors(forThePeople),
      client.committees(forThePeople),
      client.relatedBills(forThePeople),
      client.summaries(forThePeople),
      client.textVersions(forThePeople),
    ]);
    expect(lists.map((list) => list.length)).toEqual([63, 9, 222, 11, 61, 2, 3]);
    expect((await client.subjects(forThePeople)).legislativeSubjects).toHaveLength(112);
    expect(lists[4]?.every((related) => "number" in related && typeof related.number === "string")).toBe(
      true,
    );
  });

  it("reads all pages of a list", async () => {
    const budget = { congress: 114, type: "SCONRES", number: "11" };
    const amendments = await clientOf().amendments(budget);
    expect(new Set(amendments.map(({ number }) => number)).size).toBe(791);
    expect(running.sandbox.calls).toHaveLength(4);
  });

  it("always asks for JSON with a lower-case type, and keeps the key out of URLs and logs", async () => {
    const client = clientOf();
    for (const call of Object.values(calls)) await call(client);
    await errorOf(client.bill({ ...forThePeople, number: "9500" }));
    expect(running.sandbox.calls.every((call) => call.includes("format=json"))).toBe(true);
    expect(running.sandbox.calls.some((call) => call.includes("/HR/"))).toBe(false);
    const said = [...running.sandbox.calls, ...logged].join("\n");
    expect(said).toContain("bill/117/hr/9500");
    expect(said).not.toContain(congressSandbox.key);
  });

  it("returns empty fields for a bill without data", async () => {
    const nothing = { congress: 119, type: "S", number: "9200" };
    const client = clientOf();
    expect(await client.bill(nothing)).toMatchObject({
      sponsors: [],
      laws: [],
      latestAction: null,
      policyArea: null,
    });
    expect(await client.subjects(nothing)).toEqual({ legislativeSubjects: [], policyArea: null });
    expect(await client.cosponsors(nothing)).toEqual([]);
    expect(await client.actions(nothing)).toEqual([]);
  });

  it("finds the bill of a law, and reports the remaining calls", async () => {
    const client = clientOf();
    expect(client.rateLimit()).toBeNull();
    expect(await client.lawBill({ congress: 117, lawType: "pub", number: 169 })).toEqual({
      congress: 117,
      type: "HR",
      number: "5376",
    });
    expect(client.rateLimit()?.limit).toBe(100_000);
    expect((await errorOf(client.lawBill({ congress: 117, lawType: "priv", number: 1 }))).kind).toBe(
      "not-found",
    );
  });
});

describe("a list of bills", () => {
  it("continues from a page's end, adding the key again", async () => {
    const client = clientOf();
    const first = await client.listBills({ congress: 114, limit: 10 });
    expect([first.bills.length, first.count]).toEqual([10, 18]);
    expect(first.next).toBe("bill/114?offset=10&limit=10&format=json");
    const rest = await client.listBills({ next: first.next ?? "" });
    expect([rest.bills.length, rest.next]).toEqual([8, null]);
    const numbers = [...first.bills, ...rest.bills].map(({ type, number }) => `${type} ${number}`);
    expect(new Set(numbers).size).toBe(18);
  });

  it("keeps its filter and order across pages", async () => {
    const client = clientOf();
    const query = { congress: 117, billType: "SCONRES", sort: "updateDate+asc", limit: 2 } as const;
    const first = await client.listBills({ ...query, fromDateTime: new Date("2021-01-01T00:00:00.123Z") });
    const rest = await client.listBills({ next: first.next ?? "" });
    const updates = [...first.bills, ...rest.bills].map(({ updateDate }) => updateDate ?? "");
    expect(updates).toEqual(updates.toSorted());
    expect(updates).toHaveLength(3);
    expect(running.sandbox.calls[0]).toContain("fromDateTime=2021-01-01T00%3A00%3A00Z");
    expect(running.sandbox.calls[1]).toContain("fromDateTime=2021-01-01T00");
  });

  it("covers all Congresses, newest action first, by default", async () => {
    const { bills, unreadableRows } = await clientOf().listBills({});
    expect(bills.length).toBeGreaterThanOrEqual(60);
    expect(unreadableRows).toBe(0);
    const dates = bills.map(({ latestAction }) => latestAction?.actionDate ?? "");
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it.each(["https://elsewhere.example/bill", "../member?x=1", "bill/117/hr/1?x", "bill#?"])(
    "doesn't follow a link to %s",
    async (next) => {
      expect((await errorOf(clientOf().listBills({ next }))).kind).toBe("unavailable");
      expect(running.sandbox.calls).toEqual([]);
    },
  );
});

describe("a list that changes while it is read", () => {
  const budget = { congress: 114, type: "sconres", number: "11" };

  it("is read again and is then complete", async () => {
    running.sandbox.pageSlip = "skip";
    running.sandbox.beforeAnswer = () => {
      if (running.sandbox.calls.length === 4) running.sandbox.pageSlip = null;
    };
    const amendments = await clientOf().amendments(budget);
    expect(new Set(amendments.map(({ number }) => number)).size).toBe(791);
    expect(running.sandbox.calls).toHaveLength(8);
  });

  it("has a row that is on two pages only once", async () => {
    running.sandbox.pageSlip = "repeat";
    const amendments = await clientOf().amendments(budget);
    expect(amendments).toHaveLength(791);
    expect(new Set(amendments.map(({ number }) => number)).size).toBe(791);
  });

  it("every time is accepted after the second attempt", async () => {
    running.sandbox.pageSlip = "skip";
    expect(await clientOf().amendments(budget)).toHaveLength(790);
    expect(running.sandbox.calls).toHaveLength(8);
  });

  it("is read again if it grows meanwhile", async () => {
    const bill = running.sandbox.bills.find(budget);
    const [first] = bill?.amendments ?? [];
    if (bill === undefined || first === undefined) throw new Error("the seed bill is missing");
    running.sandbox.beforeAnswer = () => {
      if (running.sandbox.calls.length === 2) bill.amendments.unshift({ ...first, number: "99999" });
    };
    const amendments = await clientOf().amendments(budget);
    bill.amendments.shift();
    expect(new Set(amendments.map(({ number }) => number)).size).toBe(792);
  });
});

describe("pages that never end", () => {
  function clientFor(nextOf: (url: string) => string): CongressClient {
    return createCongressClient({
      baseUrl: () => "https://api.congress.gov/v3",
      apiKey: "key",
      http: {
        requestJson: ({ url }) =>
          Promise.resolve({
            json: { actions: [{ text: url }], pagination: { count: 1, next: nextOf(url) } },
            headers: new Headers(),
          }),
      },
    });
  }

  it("fail if they loop", async () => {
    const same = clientFor(() => "https://api.congress.gov/v3/bill/117/hr/1/actions?offset=250");
    expect((await errorOf(same.actions(forThePeople))).message).toContain("loop");
  });

  it("fail after forty", async () => {
    let offset = 0;
    const endless = clientFor(
      () => `https://api.congress.gov/v3/bill/117/hr/1/actions?offset=${(offset += 250)}`,
    );
    expect((await errorOf(endless.actions(forThePeople))).message).toContain("40");
    expect(offset).toBe(250 * 40);
  });
});

const failures = [
  ["no-key", "no-key"],
  ["bad-key", "bad-key"],
  ["limit", "limit"],
  ["limit-html", "limit"],
  ["not-found", "not-found"],
  ["error", "unavailable"],
  ["gateway", "unavailable"],
  ["html", "unavailable"],
  ["cut-short", "unavailable"],
  ["nonsense", "unavailable"],
] as const;

describe.each(dealOut(calls, failures))("$name of a service that fails", ({ thing: call, cases }) => {
  it.each(cases)("with %s rejects as %s", async (failure, kind) => {
    running.sandbox.fail(failure, 10);
    const error = await errorOf(call(clientOf()));
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain(congressSandbox.key);
  });

  it("by hanging times out", async () => {
    running.sandbox.fail("hang", 10);
    expect((await errorOf(call(clientOf({ timeoutMs: 60 })))).kind).toBe("unavailable");
  });

  it("by being unreachable is unavailable", async () => {
    expect((await errorOf(call(clientOf({ baseUrl: "http://127.0.0.1:9/v3" })))).kind).toBe("unavailable");
  });

  it("briefly is retried once", async () => {
    running.sandbox.fail("gateway");
    await expect(call(clientOf())).resolves.toBeDefined();
  });
});

describe("a refusal", () => {
  it("distinguishes a missing key from a wrong one", async () => {
    expect((await errorOf(clientOf({ apiKey: null }).bill(forThePeople))).kind).toBe("no-key");
    expect((await errorOf(clientOf({ apiKey: "somebody" }).bill(forThePeople))).kind).toBe("bad-key");
  });

  it("at one key's hourly limit still serves other keys", async () => {
    running.sandbox.hourlyLimit = 2;
    const spent = clientOf({ apiKey: `${congressSandbox.keyPrefix}-spent` });
    await spent.bill(forThePeople);
    await spent.bill(forThePeople);
    expect(spent.rateLimit()).toEqual({ limit: 2, remaining: 0 });
    expect((await errorOf(spent.bill(forThePeople))).kind).toBe("limit");
    const fresh = clientOf({ apiKey: `${congressSandbox.keyPrefix}-fresh` });
    await expect(fresh.bill(forThePeople)).resolves.toBeDefined();
  });

  it("reports how long to wait if the service said so", async () => {
    const client = createCongressClient({
      baseUrl: () => "https://api.congress.gov/v3",
      apiKey: "key",
      http: createHttpClient({
        fetch: () => Promise.resolve(new Response("{}", { status: 429, headers: { "retry-after": "600" } })),
        log: createLogger({ level: "silent" }),
        userAgent: "Folio",
      }),
    });
    expect(await errorOf(client.bill(forThePeople))).toMatchObject({ kind: "limit", retryAfterSeconds: 600 });
  });

  it.each([
    ["<html><body>404</body></html>", "unavailable"],
    ['{"detail":"no"}', "unavailable"],
    ['{"error":"Unknown resource: bill/117/HR/1/actions"}', "not-found"],
    ["<response><error><code>API_KEY_INVALID</code></error></response>", "bad-key"],
  ] as const)("404 with %s is %s", async (body, kind) => {
    const client = createCongressClient({
      baseUrl: () => "https://api.congress.gov/v3",
      apiKey: "key",
      http: createHttpClient({
        fetch: () => Promise.resolve(new Response(body, { status: 404 })),
        log: createLogger({ level: "silent" }),
        userAgent: "Folio",
      }),
    });
    expect((await errorOf(client.bill(forThePeople))).kind).toBe(kind);
  });

  it("for an unknown bill names it", async () => {
    const error = await errorOf(clientOf().bill({ congress: 117, type: "hr", number: "9404" }));
    expect([error.kind, error.message]).toEqual([
      "not-found",
      "api.congress.gov: No Bill matches the given query.",
    ]);
  });
});

describe("the address for Congress", () => {
  const origins = { selfOrigin: () => "https://folio.example" };

  it("is this site's sandbox without a key", () => {
    const access = congressAccess(
      { modes: { congress: "sandbox" }, CONGRESS_API_URL: "https://api.congress.gov/v3" },
      origins,
    );
    expect(access.baseUrl()).toBe("https://folio.example/sandbox/congress/v3");
    expect(access.source).toBe("sandbox");
  });

  it("is the live service with a key", () => {
    const access = congressAccess(
      {
        modes: { congress: "live" },
        CONGRESS_API_KEY: "key",
        CONGRESS_API_URL: "https://api.congress.gov/v3/",
      },
      origins,
    );
    expect([access.baseUrl(), access.apiKey, access.source]).toEqual([
      "https://api.congress.gov/v3",
      "key",
      "https://api.congress.gov/v3",
    ]);
  });
});
