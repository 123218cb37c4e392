import { expect, it } from "vitest";
import { z } from "zod";

type Answer = { status: number; headers: Headers; json: Record<string, unknown>; text: string };

const jsonObject = z.record(z.string(), z.unknown());
const day = /^\d{4}-\d\d-\d\d/;
const pagination = z.object({ count: z.int(), next: z.url().optional(), prev: z.url().optional() });
const latestAction = z.object({ actionDate: z.string().regex(day), text: z.string() });
const billRow = z.object({
  congress: z.int(),
  type: z.string().regex(/^[HS](?:R|RES|JRES|CONRES)?$/),
  number: z.string(),
  title: z.string(),
  originChamber: z.enum(["House", "Senate"]),
  updateDate: z.string().regex(day),
  latestAction: latestAction.nullish(),
});
const person = z.object({
  bioguideId: z.string(),
  fullName: z.string(),
  party: z.string(),
  state: z.string(),
});
/** Path, name in the response, schema of a row. */
const lists: [string, string, z.ZodType][] = [
  [
    "actions",
    "actions",
    z.object({
      actionDate: z.string().regex(day),
      text: z.string(),
      sourceSystem: z.object({ name: z.string() }),
    }),
  ],
  [
    "amendments",
    "amendments",
    z.object({ congress: z.int(), number: z.string(), type: z.enum(["HAMDT", "SAMDT", "SUAMDT"]) }),
  ],
  ["committees", "committees", z.object({ systemCode: z.string(), name: z.string(), chamber: z.string() })],
  [
    "cosponsors",
    "cosponsors",
    person.extend({ isOriginalCosponsor: z.boolean(), sponsorshipDate: z.string().regex(day) }),
  ],
  [
    "relatedbills",
    "relatedBills",
    z.object({ congress: z.int(), type: z.string(), number: z.union([z.int(), z.string()]) }),
  ],
  [
    "summaries",
    "summaries",
    z.object({ text: z.string(), versionCode: z.string(), actionDate: z.string().regex(day) }),
  ],
  [
    "text",
    "textVersions",
    z.object({
      type: z.string(),
      formats: z.array(z.object({ type: z.string(), url: z.url() })),
    }),
  ],
  ["titles", "titles", z.object({ title: z.string(), titleType: z.string() })],
];

// Saved before the test guards replace it, because this suite may call a live service.
const outsideFetch = globalThis.fetch;

type Ask = (path: string, headers?: Record<string, string>) => Promise<Answer>;

/**
 * Checks what our client relies on, always against the sandbox, and against api.congress.gov if a key is given
 * (docs/reference/upstreams.md, "Congress calls").
 */
export function congressConformance(service: { baseUrl: () => string; key: string }): void {
  async function ask(path: string, headers: Record<string, string> = { "x-api-key": service.key }) {
    const response = await outsideFetch(`${service.baseUrl()}/${path}`, { headers });
    const text = await response.text();
    const json = text.startsWith("{") ? jsonObject.parse(JSON.parse(text)) : {};
    return { status: response.status, headers: response.headers, json, text };
  }
  listsOfBills(ask, service.key);
  bills(ask);
  refusals(ask);
}

function listsOfBills(ask: Ask, key: string): void {
  it("lists bills with a count and a link to the next page without the key", async () => {
    const { status, json } = await ask("bill/117?format=json&limit=2");
    expect(status).toBe(200);
    expect(z.array(billRow).parse(json["bills"])).toHaveLength(2);
    const { next } = pagination.parse(json["pagination"]);
    expect(next).toMatch(/\/v3\/bill\/117\?offset=2&limit=2&format=json/);
    expect(next).not.toContain(key);
  });

  it("accepts the key in the query, and returns 250 rows at most", async () => {
    const { status, json } = await ask(`bill/117/sconres?format=json&limit=1000&api_key=${key}`, {});
    expect(status).toBe(200);
    expect(z.array(billRow).parse(json["bills"]).length).toBeLessThanOrEqual(250);
  });

  it("sorts and filters by update time", async () => {
    const { json } = await ask(
      "bill/117?format=json&limit=5&sort=updateDate+asc&fromDateTime=2022-01-01T00:00:00Z",
    );
    const updates = z
      .array(billRow)
      .parse(json["bills"])
      .map(({ updateDate }) => updateDate);
    expect(updates).toEqual(updates.toSorted());
    expect(updates.every((update) => update >= "2022-01-01")).toBe(true);
  });
}

function bills(ask: Ask): void {
  it("returns a bill without pagination", async () => {
    const { json } = await ask("bill/117/hr/1?format=json");
    const bill = billRow
      .extend({ introducedDate: z.string(), sponsors: z.array(person) })
      .parse(json["bill"]);
    expect([bill.title, bill.introducedDate]).toEqual(["For the People Act of 2021", "2021-01-04"]);
    expect(bill.sponsors[0]?.bioguideId).toBe("S001168");
    expect(json["pagination"]).toBeUndefined();
    expect(z.object({ congress: z.string(), billNumber: z.string() }).parse(json["request"])).toMatchObject({
      congress: "117",
      billNumber: "1",
    });
  });

  it.each(lists)("lists %s", async (path, element, row) => {
    const { status, json } = await ask(`bill/117/hr/1/${path}?format=json&limit=3`);
    expect(status).toBe(200);
    expect(z.array(row).parse(json[element]).length).toBeGreaterThan(0);
    expect(pagination.parse(json["pagination"]).count).toBeGreaterThan(0);
  });

  it("counts withdrawn cosponsors separately", async () => {
    const { json } = await ask("bill/117/hr/1/cosponsors?format=json&limit=1");
    const counts = z
      .object({ count: z.int(), countIncludingWithdrawnCosponsors: z.int() })
      .parse(json["pagination"]);
    expect(counts.countIncludingWithdrawnCosponsors).toBeGreaterThanOrEqual(counts.count);
  });

  it("returns subjects as an object with a list", async () => {
    const { json } = await ask("bill/117/hr/1/subjects?format=json&limit=250");
    const subjects = z
      .object({
        legislativeSubjects: z.array(z.object({ name: z.string() })),
        policyArea: z.object({ name: z.string() }),
      })
      .parse(json["subjects"]);
    expect(subjects.legislativeSubjects.length).toBeGreaterThan(50);
  });

  it("omits an empty list or returns it empty", async () => {
    const { status, json } = await ask("bill/119/hr/9/cosponsors?format=json");
    expect(status).toBe(200);
    expect(json["cosponsors"] ?? []).toEqual([]);
    expect(pagination.parse(json["pagination"]).count).toBe(0);
  });

  it("returns the bill that became a law", async () => {
    const { json } = await ask("law/117/pub/169?format=json");
    expect(billRow.parse(json["bill"])).toMatchObject({ congress: 117, type: "HR", number: "5376" });
  });
}

function refusals(ask: Ask): void {
  it("answers XML unless asked for JSON", async () => {
    expect((await ask("bill/117/hr/1")).text.trimStart()).toMatch(/^</);
  });

  it("refuses a missing and a wrong key with 403 and a code", async () => {
    const error = z.object({ error: z.object({ code: z.string() }) });
    const missing = await ask("bill/117?format=json", {});
    expect([missing.status, error.parse(missing.json).error.code]).toEqual([403, "API_KEY_MISSING"]);
    const wrong = await ask("bill/117?format=json", { "x-api-key": "nobody-s-key" });
    expect([wrong.status, error.parse(wrong.json).error.code]).toEqual([403, "API_KEY_INVALID"]);
  });

  it.each(["bill/117/hr/99999?format=json", "bill/117/HR/1/actions?format=json", "no-such-list?format=json"])(
    "answers 404 with a sentence for %s",
    async (path) => {
      const { status, json } = await ask(path);
      expect(status).toBe(404);
      expect(z.string().parse(json["error"])).not.toBe("");
    },
  );

  it("reports the remaining requests", async () => {
    const { headers } = await ask("bill/117?format=json&limit=1");
    expect(Number(headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    expect(Number(headers.get("x-ratelimit-remaining"))).toBeGreaterThanOrEqual(0);
  });
}
