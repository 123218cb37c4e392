import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestApp } from "../../../../../tests/support/test-app.ts";
import { createBillSite } from "../../../../../tests/support/sites/bill-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { billsContract } from "../../contract.ts";
import { createBillIndexStore, unreadCongress } from "../index-pass/bill-index-store.ts";

const database = useTestDatabase();
let site: ReturnType<typeof createBillSite>;
beforeEach(() => (site = createBillSite(database())));

const envelope = z.object({ data: z.unknown() });

async function list(query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  const response = await site.app.request(`/api/CongressGetBills?${search}`);
  return billsContract.getBills.output.parse(envelope.parse(await response.json()).data);
}

async function named(query: Record<string, string>): Promise<string[]> {
  return (await list(query)).bills.map(
    ({ congress, type, number }) => `${congress} ${type.toLowerCase()} ${number}`,
  );
}

function find(citation: string): Promise<Response> {
  return site.app.request(`/api/CongressFindBill?${new URLSearchParams({ citation }).toString()}`);
}

async function found(citation: string): Promise<unknown> {
  return envelope.parse(await (await find(citation)).json()).data;
}

describe("GET /api/CongressGetBills", () => {
  it("is empty before the first read, and says so", async () => {
    expect(await list()).toEqual({
      bills: [],
      total: 0,
      page: 1,
      pageSize: 20,
      facets: { congresses: [], billTypes: [] },
      citation: null,
      index: { asOf: null, isComplete: false, isFailing: false, indexed: 0 },
    });
  });

  it("says that the first read fails", async () => {
    const store = createBillIndexStore({ database: database(), source: "sandbox" });
    await store.saveState({
      ...unreadCongress(119),
      problem: "Congress.gov answered 503",
      problemAt: site.now,
    });
    expect((await list()).index).toMatchObject({ isComplete: false, isFailing: true });
  });

  it("sorts by newest action, then newest Congress, type, and number; undated ones last", async () => {
    await site.index({
      "117 hr 10": { date: "2022-05-01" },
      "117 hr 9": { date: "2022-05-01" },
      "117 s 1": { date: "2022-05-01" },
      "118 s 7": { date: "2022-05-01" },
      "116 hr 1": { date: "2022-06-01" },
      "119 hr 9": {},
    });
    expect(await named({})).toEqual(["116 hr 1", "118 s 7", "117 hr 9", "117 hr 10", "117 s 1", "119 hr 9"]);
  });

  it("pages without losing or repeating a bill", async () => {
    const bills = Object.fromEntries(
      Array.from({ length: 45 }, (_unused, at) => [`118 hr ${at + 1}`, { date: "2023-01-01" }]),
    );
    await site.index(bills);
    const pages = await Promise.all(["1", "2", "3", "4"].map((page) => named({ page, pageSize: "20" })));
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5, 0]);
    expect(new Set(pages.flat())).toEqual(new Set(Object.keys(bills)));
    expect(await list({ page: "3" })).toMatchObject({ page: 3, pageSize: 20, total: 45 });
  });

  it("filters by Congress, type, and words, and counts the results of each other choice", async () => {
    await site.index({
      "118 hr 1": { title: "Clean Water Act" },
      "118 s 2": { title: "Clean Air Act" },
      "117 hr 3": { title: "Clean Energy Act" },
      "117 hr 4": { title: "Roads Act" },
    });
    const result = await list({ congress: "118", billType: "hr", q: "clean" });
    expect(result.bills.map(({ title }) => title)).toEqual(["Clean Water Act"]);
    expect(result.total).toBe(1);
    expect(result.facets).toEqual({
      congresses: [
        { congress: 118, count: 1 },
        { congress: 117, count: 1 },
      ],
      billTypes: [
        { billType: "hr", count: 1 },
        { billType: "s", count: 1 },
      ],
    });
    expect(result.index.indexed).toBe(4);
  });

  it.each([
    ["vaccine", "119 hr 1"],
    ["VACCINES", "119 hr 1"],
    ["vaccination of the", "119 hr 1"],
    ["vacc", "119 hr 1"],
    ["securi", "119 hr 2"],
    ["securing the border", "119 hr 2"],
    ["border sec", "119 hr 2"],
    ["dona ana", "119 hr 3"],
    ["Doña", "119 hr 3"],
    ["covid-19", "119 hr 4"],
    ["covid 19", "119 hr 4"],
    ["U.S. Postal", "119 hr 5"],
    ["the people", "119 hr 6"],
    ["for the", "119 hr 6"],
  ])("finds %s", async (q, name) => {
    await site.index({
      "119 hr 1": { title: "Vaccine Access Improvement Act" },
      "119 hr 2": { title: "Securing our Borders Act" },
      "119 hr 3": { title: "Doña Ana County Conveyance Act" },
      "119 hr 4": { title: "COVID-19 Origin Act" },
      "119 hr 5": { title: "U.S. Postal Facility Designation Act" },
      "119 hr 6": { title: "For the People Act" },
    });
    expect(await named({ q })).toEqual([name]);
  });

  it.each([
    "vacc ",
    "vaccinated roads",
    "'); drop table bills; --",
    "!!!",
    "a & | ! <-> :*",
    "\u0000",
    "%",
    "的",
  ])("finds nothing for %j, without an error", async (q) => {
    await site.index({ "119 hr 1": { title: "Vaccine Access Improvement Act" } });
    expect(await named({ q })).toEqual([]);
    expect(await named({ q: "vaccine" })).toEqual(["119 hr 1"]);
  });

  it("stores an extremely long title and finds it by its beginning", async () => {
    const title = Array.from({ length: 200_000 }, (_, word) => `w${word.toString(36)}x`).join(" ");
    await site.index({ "119 hr 1": { title }, "119 hr 2": { title: "Another" } });
    expect(await named({ q: "w1x" })).toEqual(["119 hr 1"]);
    expect(await named({ q: "another" })).toEqual(["119 hr 2"]);
  });

  it("treats empty form fields as unset", async () => {
    await site.index({ "119 hr 1": {} });
    expect(await named({ congress: "", billType: "", q: "", page: "", pageSize: "" })).toEqual(["119 hr 1"]);
  });

  it.each([
    ["congress", "last"],
    ["billType", "hb"],
    ["page", "0"],
    ["pageSize", "101"],
    ["q", "x".repeat(201)],
  ])("rejects %s=%s with the field's name", async (field, value) => {
    const response = await site.app.request(
      `/api/CongressGetBills?${new URLSearchParams({ [field]: value }).toString()}`,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.stringMatching(/^Use /)] } });
  });

  it("filters by a cited bill and returns the one to open", async () => {
    await site.index({
      "118 hr 1": { title: "Lower Energy Costs Act" },
      "117 hr 1": { title: "For the People Act" },
      "118 hr 11": { title: "Another" },
    });
    const byNumber = await list({ q: "H.R. 1" });
    expect(byNumber.bills.map(({ congress }) => congress)).toEqual([118, 117]);
    expect(byNumber.citation).toEqual({
      congress: 118,
      billType: "hr",
      billNumber: "1",
      title: "Lower Energy Costs Act",
    });
    expect((await list({ q: "117 hr 1" })).citation).toMatchObject({ congress: 117 });
    expect((await list({ q: "hr 2" })).citation).toBeNull();
  });

  it("filters by the bill that became a law", async () => {
    await site.index({
      "117 hr 3684": { title: "Infrastructure", action: "Became Public Law No: 117-58." },
      "117 hr 1": {},
    });
    const { bills, citation } = await list({ q: "P.L. 117-58" });
    expect(bills).toMatchObject([{ number: "3684", laws: [{ number: "117-58", type: "Public Law" }] }]);
    expect(citation).toMatchObject({ billNumber: "3684" });
    expect(await named({ q: "P.L. 117-59" })).toEqual([]);
  });

  it("never shows Congresses before CONGRESS_FROM, nor another source's bills", async () => {
    await site.index({ "112 hr 1": {}, "113 hr 1": {} });
    await site.index({ "119 hr 1": {} }, "https://api.congress.gov/v3");
    expect(await named({})).toEqual(["113 hr 1"]);
  });
});

describe("GET /api/CongressFindBill", () => {
  it("finds the newest Congress's bill without a call", async () => {
    await site.index({ "117 s 5": { title: "Old" }, "119 s 5": { title: "Laken Riley Act" } });
    expect(await found("S. 5")).toEqual({
      congress: 119,
      billType: "s",
      billNumber: "5",
      title: "Laken Riley Act",
    });
    expect(site.sandbox.calls).toEqual([]);
  });

  it("asks the upstream for a bill that the index lacks", async () => {
    expect(await found("117 hr 1")).toMatchObject({ title: "For the People Act of 2021" });
    expect((await find("117 hr 98765")).status).toBe(404);
  });

  it("asks only once which bill became a law", async () => {
    expect(await found("P.L. 117-169")).toMatchObject({ congress: 117, billType: "hr", billNumber: "5376" });
    const calls = site.sandbox.calls.length;
    expect(await found("Public Law 117-169")).toMatchObject({ billNumber: "5376" });
    expect(site.sandbox.calls.filter((call) => call.startsWith("law/"))).toHaveLength(1);
    expect(site.sandbox.calls).toHaveLength(calls);
    expect((await find("P.L. 117-9999")).status).toBe(404);
  });

  it("answers 404 for anything but a citation, and 503 while the upstream is down", async () => {
    expect((await find("infrastructure")).status).toBe(404);
    site.sandbox.fail("error", 1_000);
    expect((await find("P.L. 117-169")).status).toBe(503);
    expect((await find("117 hr 1")).status).toBe(503);
  });
});

describe("feeds", () => {
  it("for a list apply its filters, newest first, and answer 304 if unchanged", async () => {
    await site.index({
      "118 hr 1": { title: 'Water & "Air" <Act>', date: "2024-05-01", action: "Passed House." },
      "117 hr 2": { title: "Another", date: "2022-05-01" },
    });
    const response = await site.app.request("/congress/feed.xml?congress=118&q=water");
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const xml = await response.text();
    expect(xml).toContain("<title>H.R. 1 (118th Congress): Water &amp; &quot;Air&quot; &lt;Act&gt;</title>");
    expect(xml).toContain('href="http://localhost:3000/congress?congress=118&amp;q=water"');
    expect(xml).toContain('href="http://localhost:3000/bill/118/hr/1"');
    expect(xml).toContain("<updated>2024-05-01T00:00:00Z</updated>");
    expect(xml).not.toContain("Another");
    const etag = response.headers.get("etag") ?? "";
    const again = await site.app.request("/congress/feed.xml?congress=118&q=water", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    expect((await site.app.request("/congress/feed.xml?billType=hb")).status).toBe(404);
  });

  it("for a bill contain each action once", async () => {
    const xml = await (await site.app.request("/bill/117/hr/1/feed.xml")).text();
    expect(xml).toContain("<title>H.R. 1 (117th Congress): For the People Act of 2021</title>");
    expect(xml).toContain("<summary>Received in the Senate.</summary>");
    const ids = [...xml.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("for a bill fail rather than lose actions, so that feed readers keep theirs", async () => {
    await site.index({ "117 hr 1": { title: "For the People Act of 2021" } });
    site.sandbox.fail("error", 1_000);
    const response = await site.app.request("/bill/117/hr/1/feed.xml");
    expect([response.status, response.headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    site.sandbox.recover();
    expect(await (await site.app.request("/bill/117/hr/1/feed.xml")).text()).toContain(
      "Received in the Senate.",
    );
  });

  it("are rate limited per address, like API calls", async () => {
    const small = createTestApp(database(), {
      now: () => site.now,
      environment: { SEARCHES_PER_MINUTE: "2", READS_PER_MINUTE: "3" },
    });
    async function statuses(path: string): Promise<number[]> {
      const all: number[] = [];
      for (let time = 0; time < 4; time += 1) all.push((await small.request(path)).status);
      return all;
    }
    expect(await statuses("/congress/feed.xml?q=water")).toEqual([200, 200, 429, 429]);
    expect(await statuses("/congress/feed.xml")).toEqual([200, 200, 200, 429]);
    const refused = await small.request("/bill/117/hr/1/feed.xml");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("for a bill redirect to the canonical address, and answer 404 for an unknown bill", async () => {
    const redirect = await site.app.request("/bill/117/H.R./01/feed.xml");
    expect([redirect.status, redirect.headers.get("location")]).toEqual([301, "/bill/117/hr/1/feed.xml"]);
    expect((await site.app.request("/bill/117/hr/98765/feed.xml")).status).toBe(404);
    expect((await site.app.request("/bill/117/hb/1/feed.xml")).status).toBe(404);
  });
});

describe("for the owner", () => {
  it("/metrics shows the size and age of the index", async () => {
    await site.index({ "119 hr 1": {} });
    const store = createBillIndexStore({ database: database(), source: "sandbox" });
    await store.saveState({
      congress: 119,
      readThrough: new Date("2026-11-21T11:50:00Z"),
      fullyReadAt: null,
      passStartedAt: null,
      passFrom: null,
      passNext: null,
      passRepeats: 0,
      problem: "the key is rejected",
      problemAt: site.now,
    });
    const text = await (await site.app.request("/metrics")).text();
    expect(text).toContain("folio_bills_indexed 1\n");
    expect(text).toContain("folio_bills_index_age_seconds 600\n");
    expect(text).toContain("folio_bills_index_failing 1\n");
  });

  it("the sitemap lists the pages and the newest bills", async () => {
    await site.index({ "119 hr 1": { date: "2026-01-01" } });
    await site.app.start();
    const xml = await (await site.app.request("/sitemap.xml")).text();
    await site.app.stop();
    for (const path of ["/congress", "/bills", "/bill", "/bill/119/hr/1"]) {
      expect(xml).toContain(`<loc>http://localhost:3000${path}</loc>`);
    }
  });
});
