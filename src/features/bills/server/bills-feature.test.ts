import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createCongressSandbox, type CongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import type { SandboxFailure } from "#upstreams/congress/sandbox/sandbox-failures.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { isFullRun } from "../../../../tests/support/night.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { billsContract } from "../contract.ts";
import { billBlocksSchema } from "../domain/bill-shapes.ts";
import { createBillIndexStore } from "./index-pass/bill-index-store.ts";
import { toIndexRow } from "./index-pass/bill-rows.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let clockMs: number;
let sandbox: CongressSandbox;
let app: TestApp;

beforeEach(() => {
  clockMs = Date.parse("2026-11-21T12:00:00Z");
  sandbox = createCongressSandbox({ now: () => new Date(clockMs) });
  app = makeApp();
});

function makeApp(environment: Record<string, string> = {}): TestApp {
  return createTestApp(database(), {
    environment,
    now: () => new Date(clockMs),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!url.pathname.startsWith("/sandbox/congress/")) return Response.json({}, { status: 404 });
      // As on a network: an aborted call gets no answer.
      return Promise.race([sandbox.app.request(url.href, init), hangUp(init?.signal)]);
    },
  });
}

function hangUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
  });
}

/** Adds the bill to the index as a list would. */
async function index(congress: number, type: string, number: string): Promise<void> {
  const seed = sandbox.bills.find({ congress, type, number });
  const latest = seed?.actions[0];
  const row = toIndexRow(
    {
      congress,
      type: type.toUpperCase(),
      number,
      title: seed?.title ?? "A bill",
      latestAction:
        latest === undefined ? null : { actionDate: latest.date, actionTime: null, text: latest.text },
      laws: [],
      originChamber: type.startsWith("h") ? "House" : "Senate",
      updateDate: "2023-01-11",
      updateDateIncludingText: null,
    },
    "2026-11-21",
  );
  if (row === null) throw new Error("invalid bill");
  await createBillIndexStore({ database: database(), source: "sandbox" }).save([row], new Date(clockMs));
}

const failure = z.object({ errors: z.record(z.string(), z.array(z.string())) });

async function data<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.output<Schema>> {
  expect(response.status).toBe(200);
  return schema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
}

function ask(congress: number | string, billType: string, billNumber: string, site = app): Promise<Response> {
  const query = new URLSearchParams({ congress: String(congress), billType, billNumber });
  return site.request(`/api/CongressGetBill?${query.toString()}`);
}

async function getBill(congress: number, billType: string, billNumber: string) {
  return data(await ask(congress, billType, billNumber), billBlocksSchema);
}

async function getBills(query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  return data(await app.request(`/api/CongressGetBills?${search}`), billsContract.getBills.output);
}

/** Waits until the background refresh of stale copies is done. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      const before = sandbox.calls.length;
      await new Promise((resolve) => void setTimeout(resolve, 60));
      return sandbox.calls.length - before;
    })
    .toBe(0);
}

describe("GET /api/CongressGetBill", () => {
  it("returns the bill and complete lists with their ages, cacheable for 15 minutes", async () => {
    const response = await ask(117, "hr", "1");
    expect(response.headers.get("cache-control")).toBe("public, max-age=900");
    const blocks = await data(response, billBlocksSchema);
    expect(blocks.billDetails.bill).toMatchObject({
      congress: 117,
      type: "HR",
      number: "1",
      title: "For the People Act of 2021",
      introducedDate: "2021-01-04",
      sponsors: [{ fullName: "Rep. Sarbanes, John P. [D-MD-3]", isByRequest: "N" }],
      legislationUrl: expect.stringContaining("https://www.congress.gov/bill/117th-congress/house-bill/1"),
    });
    expect(blocks.billActions.actions).toHaveLength(63);
    expect(blocks.billCosponsors.cosponsors).toHaveLength(222);
    expect(blocks.billAmendments.amendments).toHaveLength(9);
    for (const block of Object.values(blocks)) {
      expect(block).toMatchObject({ asOf: "2026-11-21T12:00:00.000Z", isStale: false, failed: false });
    }
  });

  it("counts withdrawn cosponsors separately", async () => {
    const withdrawn = sandbox.bills
      .all()
      .find(({ cosponsors }) => cosponsors.some((one) => one.withdrawn !== null));
    if (withdrawn === undefined) throw new Error("the seed has no bill with a withdrawn cosponsor");
    const { billCosponsors } = await getBill(withdrawn.congress, withdrawn.type, withdrawn.number);
    const all = withdrawn.cosponsors.length;
    const gone = withdrawn.cosponsors.filter((one) => one.withdrawn !== null).length;
    expect(billCosponsors.countIncludingWithdrawnCosponsors).toBe(all);
    expect(billCosponsors.count).toBe(all - gone);
  });

  it("sanitizes summaries and converts descriptions to plain text", async () => {
    sandbox.bills.add({
      congress: 119,
      type: "hr",
      number: "7100",
      summaries: [
        {
          versionCode: "00",
          date: "2025-02-01",
          description: "Introduced in House",
          updated: "2025-02-01T00:00:00Z",
          html: ' <p class="MsoNormal"><b>Act</b><script>alert(1)</script><a href="javascript:x">y</a><h1>Top</h1>',
        },
      ],
      costEstimates: [
        {
          published: "2025-02-02T00:00:00Z",
          publication: "60000",
          title: "H.R. 7100 &amp; more",
          description: "As <i>introduced</i>\n",
        },
      ],
    });
    const { billSummaries, billDetails } = await getBill(119, "hr", "7100");
    expect(billSummaries.summaries[0]?.text).toBe("<p><b>Act</b><a>y</a></p><h3>Top</h3>");
    expect(billDetails.bill.cboCostEstimates[0]).toMatchObject({
      title: "H.R. 7100 & more",
      description: "As introduced",
    });
  });

  it("makes one call for a bill without lists", async () => {
    sandbox.bills.add({ congress: 119, type: "s", number: "7200", title: "A bill with nothing" });
    const blocks = await getBill(119, "s", "7200");
    expect(sandbox.calls.filter((call) => !call.includes("/titles"))).toHaveLength(1);
    expect(blocks.billText).toEqual({
      textVersions: [],
      asOf: "2026-11-21T12:00:00.000Z",
      isStale: false,
      failed: false,
    });
  });

  it.each([
    ["117", "hb", "1", "billType", "hr, s, hjres"],
    ["117", "hr", "one", "billNumber", "whole number"],
    ["last", "hr", "1", "congress", "118"],
  ])("answers 404 for %s %s %s and says what is accepted", async (congress, type, number, field, words) => {
    const response = await ask(congress, type, number);
    expect(response.status).toBe(404);
    const { errors } = failure.parse(await response.json());
    expect(errors["NOT_FOUND"]).toEqual(["Not found"]);
    expect(errors[field]?.join()).toContain(words);
    expect(sandbox.calls).toEqual([]);
  });

  it("accepts upper case and dots", async () => {
    expect((await getBill(117, "H.R.", "1")).billDetails.bill.number).toBe("1");
  });

  it("answers 404 for a bill that doesn't exist, and asks the upstream once in ten minutes", async () => {
    expect((await ask(117, "hr", "98765")).status).toBe(404);
    expect((await ask(117, "hr", "98765")).status).toBe(404);
    expect(sandbox.calls).toHaveLength(1);
    clockMs += 10 * minuteMs;
    await ask(117, "hr", "98765");
    expect(sandbox.calls).toHaveLength(2);
  });
});

describe("copies", () => {
  it("are served without a call while fresh, even after a restart", async () => {
    await getBill(117, "hr", "1");
    const calls = sandbox.calls.length;
    app = makeApp();
    clockMs += dayMs;
    const { billDetails } = await getBill(117, "hr", "1");
    expect(billDetails).toMatchObject({ asOf: "2026-11-21T12:00:00.000Z", isStale: false });
    expect(sandbox.calls).toHaveLength(calls);
  });

  it("of the current Congress are refreshed in the background after 15 minutes", async () => {
    await getBill(119, "s", "5");
    sandbox.bills.change({ congress: 119, type: "s", number: "5" }, { title: "A new title", laws: [] });
    clockMs += 25 * 60 * minuteMs;
    expect((await getBill(119, "s", "5")).billDetails).toMatchObject({
      isStale: true,
      bill: { title: "Laken Riley Act" },
    });
    await settled();
    expect((await getBill(119, "s", "5")).billDetails).toMatchObject({
      isStale: false,
      bill: { title: "A new title" },
    });
  });

  it("are refreshed at once when the index sees that an old bill changed", async () => {
    await getBill(114, "hr", "22");
    clockMs += minuteMs;
    await index(114, "hr", "22");
    expect((await getBill(114, "hr", "22")).billDetails.isStale).toBe(true);
    await settled();
    expect((await getBill(114, "hr", "22")).billDetails.isStale).toBe(false);
  });
});

const failures: SandboxFailure[] = [
  "no-key",
  "bad-key",
  "limit",
  "limit-html",
  "error",
  "gateway",
  "html",
  "cut-short",
  "nonsense",
];

describe.each(failures)("while the upstream fails with %s", (failing) => {
  it("serves a bill read before, with its age", async () => {
    await getBill(119, "s", "5");
    sandbox.fail(failing, 1_000);
    clockMs += 2 * dayMs;
    const blocks = await getBill(119, "s", "5");
    await settled();
    for (const block of Object.values(blocks)) {
      expect(block).toMatchObject({ asOf: "2026-11-21T12:00:00.000Z", isStale: true, failed: false });
    }
  });

  it("serves a bill that only the index has, and marks the failed blocks", async () => {
    await index(117, "hr", "1");
    sandbox.fail(failing, 1_000);
    const response = await ask(117, "hr", "1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { billDetails, billActions } = await data(response, billBlocksSchema);
    expect(billDetails).toMatchObject({
      failed: true,
      asOf: null,
      bill: { title: "For the People Act of 2021", latestAction: { text: "Received in the Senate." } },
    });
    expect(billActions).toEqual({ actions: [], asOf: null, isStale: false, failed: true });
  });

  it("answers 503 with Retry-After for a bill without any data", async () => {
    sandbox.fail(failing, 1_000);
    const response = await ask(117, "hr", "1");
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(failure.parse(await response.json()).errors["UPSTREAM"]?.[0]).toMatch(
      /^Congress\.gov .*[Tt]ry again/,
    );
  });

  it("lets one block fail alone", async () => {
    sandbox.fail(failing, 1_000, /\/cosponsors/);
    const response = await ask(117, "hr", "1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { billCosponsors, billActions, billDetails } = await data(response, billBlocksSchema);
    expect(billCosponsors).toEqual({
      cosponsors: [],
      count: 0,
      countIncludingWithdrawnCosponsors: 0,
      asOf: null,
      isStale: false,
      failed: true,
    });
    expect([billActions.failed, billDetails.failed]).toEqual([false, false]);
    expect(billActions.actions).toHaveLength(63);
  });

  it("keeps serving the list", async () => {
    await index(117, "hr", "1");
    sandbox.fail(failing, 1_000);
    expect((await getBills()).bills).toHaveLength(1);
  });
});

describe("an upstream that hangs", () => {
  it.runIf(isFullRun)("times out after ten seconds, and the index's data is served", async () => {
    await index(117, "hr", "1");
    sandbox.fail("hang", 1_000);
    const began = performance.now();
    const { billDetails } = await getBill(117, "hr", "1");
    expect(billDetails.failed).toBe(true);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe("the key's rate limit", () => {
  it("isn't used up by someone who tries every number", async () => {
    const statuses = new Set<number>();
    for (let number = 1; number <= 60; number += 1) {
      statuses.add((await ask(118, "hres", String(90_000 + number))).status);
    }
    expect(statuses).toEqual(new Set([404, 503]));
    expect(sandbox.calls.length).toBeLessThanOrEqual(30);
    // Other visitors still see bills that the index has.
    await index(117, "hr", "1");
    expect((await getBill(117, "hr", "1")).billDetails.failed).toBe(false);
  });

  it("is left alone after three refusals in a row, for no longer than the upstream asks", async () => {
    sandbox.fail("limit", 6);
    for (const number of ["1", "2", "3", "4", "5"]) await ask(117, "hres", number);
    expect(sandbox.calls).toHaveLength(6);
    clockMs += minuteMs;
    await getBill(117, "hr", "1");
  });
});
