import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { congressSandbox } from "#upstreams/congress/congress-sandbox-client.ts";
import { createCongressClient } from "#upstreams/congress/index.ts";
import { createCongressSandbox, type CongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { createBillIndexJob, type BillIndexJob } from "./bill-index.ts";
import { createBillIndexStore } from "./bill-index-store.ts";
import { createBillStore } from "../bill-store.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let clockMs: number;
let sandbox: CongressSandbox;
let app: TestApp;
let slept: number[];
const started: Jobs[] = [];

beforeEach(() => {
  clockMs = Date.parse("2026-11-21T12:00:00Z");
  slept = [];
  sandbox = createCongressSandbox({ now: () => new Date(clockMs) });
  app = createTestApp(database(), { now: () => new Date(clockMs) });
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

type JobOptions = {
  pageSize?: number;
  fromCongress?: number;
  source?: string;
  key?: string;
  passesTime?: boolean;
};

function indexStore(source = "sandbox") {
  return createBillIndexStore({ database: database(), source });
}

function makeJob(options: JobOptions = {}): BillIndexJob & { jobs: Jobs } {
  const { source = "sandbox", fromCongress = 113, pageSize, key = congressSandbox.key } = options;
  const http = createHttpClient({
    fetch: async (input, init) =>
      sandbox.app.request(input instanceof Request ? input : input.toString(), init),
    log: app.kernel.log,
    userAgent: "test",
  });
  const client = createCongressClient({
    http,
    baseUrl: () => `http://localhost${congressSandbox.path}`,
    apiKey: key,
  });
  const jobs = createJobs(app.kernel);
  const job = createBillIndexJob({
    kernel: app.kernel,
    jobs,
    client,
    store: indexStore(source),
    fromCongress,
    onChange: () => undefined,
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(options.passesTime === false
      ? {}
      : {
          sleep: async (delayMs) => {
            slept.push(delayMs);
            clockMs += delayMs;
          },
        }),
  });
  started.push(jobs);
  return { ...job, jobs };
}

function run(options: JobOptions = {}): Promise<number> {
  return makeJob(options).runDue(new AbortController().signal);
}

async function indexed(source = "sandbox", fromCongress = 1): Promise<string[]> {
  const store = createBillStore({ database: database(), source, fromCongress });
  const rows = await store.list({}, { page: 1, pageSize: 10_000 });
  return rows
    .map(
      ({ congress, type, number, title, latestAction, updateDate }) =>
        `${congress} ${type.toLowerCase()} ${number} | ${title} | ${latestAction?.text ?? ""} | ${updateDate}`,
    )
    .toSorted();
}

function upstream(fromCongress = 113): string[] {
  return sandbox.bills
    .all()
    .filter(({ congress }) => congress >= fromCongress)
    .map(
      ({ congress, type, number, title, actions, updated }) =>
        `${congress} ${type} ${number} | ${title} | ${actions[0]?.text ?? ""} | ${updated.slice(0, 10)}`,
    )
    .toSorted();
}

function addBills(count: number, congress = 119): void {
  for (let number = 1; number <= count; number += 1) {
    sandbox.bills.add({
      congress,
      type: "hres",
      number: String(7_000 + number),
      title: `Recognizing sample number ${number}`,
      // Many on one day: the upstream doesn't order them further.
      updated: `2026-0${1 + (number % 3)}-01T08:00:00Z`,
      actions: [
        {
          date: "2026-01-01",
          time: null,
          text: `Action ${number}`,
          source: "F",
          code: null,
          type: "Floor",
          committees: [],
          votes: [],
        },
      ],
    });
  }
}

describe("the first read", () => {
  it("stores every bill of the covered Congresses, newest Congress first", async () => {
    await run({ fromCongress: 114 });
    expect(await indexed()).toEqual(upstream(114));
    const lists = sandbox.calls.map((call) => /^bill\/(\d+)\?/.exec(call)?.[1]);
    expect(lists).toEqual(["119", "118", "117", "116", "115", "114"]);
  });

  it("reads all pages, newest change first", async () => {
    addBills(25);
    await run({ pageSize: 10, fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
    expect(sandbox.calls[0]).toContain("limit=10&sort=updateDate+desc");
    expect(sandbox.calls[1]).toContain("offset=10");
  });

  it("continues where it was after the process was killed", async () => {
    addBills(40);
    sandbox.fail("error", 2, /offset=20/);
    await run({ pageSize: 10, fromCongress: 119 });
    expect((await indexed()).length).toBe(20);
    sandbox.recover();
    const before = sandbox.calls.length;
    await run({ pageSize: 10, fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
    expect(sandbox.calls[before]).toContain("offset=20");
  });

  it("deletes Congresses that are no longer covered, and their progress", async () => {
    await run({ fromCongress: 114 });
    await indexStore().removeBefore(117);
    expect(await indexed()).toEqual(upstream(117));
    expect((await indexStore().states()).map(({ congress }) => congress).toSorted((a, b) => a - b)).toEqual([
      117, 118, 119,
    ]);
  });

  it("reads further back after CONGRESS_FROM was lowered", async () => {
    await run({ fromCongress: 117 });
    await run({ fromCongress: 114 });
    expect(await indexed()).toEqual(upstream(114));
  });
});

describe("an unstable list", () => {
  it.each(["repeat", "skip"] as const)("(%s) results in every bill once", async (slip) => {
    addBills(35);
    sandbox.pageSlip = slip;
    await run({ pageSize: 10, fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
  });

  it("that changes during a read is complete after the next read", async () => {
    addBills(40);
    let pages = 0;
    sandbox.beforeAnswer = (address) => {
      if (!address.startsWith("bill/119?")) return;
      pages += 1;
      // An unread one moves to the front, which has been read.
      if (pages === 2) {
        sandbox.bills.change({ congress: 119, type: "hres", number: "7003" }, { title: "Changed meanwhile" });
      }
      // A new one appears there.
      if (pages === 3) {
        sandbox.bills.add({
          congress: 119,
          type: "hres",
          number: "7999",
          title: "New meanwhile",
          updated: new Date(clockMs).toISOString().replace(/\.\d+Z$/, "Z"),
        });
      }
    };
    await run({ pageSize: 10, fromCongress: 119 });
    clockMs += 15 * minuteMs;
    await run({ pageSize: 10, fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
  });

  it("that counts more bills than it returns is read three times, then accepted with a warning", async () => {
    addBills(12);
    const real = sandbox.app.request.bind(sandbox.app);
    sandbox.app.request = async (input, init) => {
      const response = await real(input, init);
      const body = JSON.parse(await response.text()) as { pagination?: { count: number } };
      if (body.pagination !== undefined) body.pagination.count += 1;
      return Response.json(body);
    };
    await run({ fromCongress: 119 });
    expect(sandbox.calls.filter((call) => call.startsWith("bill/119?"))).toHaveLength(3);
    expect(app.logged.some(({ msg }) => String(msg).includes("fewer bills than they count"))).toBe(true);
    expect(await indexed()).toEqual(upstream(119));
  });
});

describe("later reads", () => {
  it("ask only for changes, every 15 minutes", async () => {
    await run({ fromCongress: 119 });
    sandbox.calls.length = 0;
    clockMs += 14 * minuteMs;
    await run({ fromCongress: 119 });
    expect(sandbox.calls).toEqual([]);
    const first = sandbox.bills.all().find(({ congress }) => congress === 119);
    if (first === undefined) throw new Error("the sandbox has no bill of the 119th Congress");
    sandbox.bills.change(first, { title: "A title of its own" });
    clockMs += minuteMs;
    await run({ fromCongress: 119 });
    expect(sandbox.calls).toHaveLength(1);
    expect(sandbox.calls[0]).toContain("fromDateTime=2026-11-21T06%3A00%3A00Z");
    expect(await indexed()).toEqual(upstream(119));
  });

  it("record when a bill changed, and only then", async () => {
    const store = createBillStore({ database: database(), source: "sandbox", fromCongress: 113 });
    addBills(2);
    await run({ fromCongress: 119 });
    const firstAt = new Date(clockMs);
    clockMs += 15 * minuteMs;
    sandbox.bills.change({ congress: 119, type: "hres", number: "7001" }, { title: "Renamed" });
    await run({ fromCongress: 119 });
    const changedAt = async (billNumber: string) =>
      (await store.find({ congress: 119, billType: "hres", billNumber }))?.changedAt;
    expect(await changedAt("7001")).toEqual(new Date(clockMs));
    expect(await changedAt("7002")).toEqual(firstAt);
  });

  it("find deleted and skipped bills once a day", async () => {
    addBills(3);
    await run({ fromCongress: 119 });
    sandbox.bills.remove({ congress: 119, type: "hres", number: "7002" });
    addBills(4);
    clockMs += 15 * minuteMs;
    await run({ fromCongress: 119 });
    expect(await indexed()).not.toEqual(upstream(119));
    clockMs += dayMs;
    await run({ fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
  });

  it("keep a bill that the lists omit but the upstream still has", async () => {
    addBills(3);
    await run({ fromCongress: 119 });
    const all = sandbox.bills.all.bind(sandbox.bills);
    const hidden = sandbox.bills.find({ congress: 119, type: "hres", number: "7002" });
    sandbox.bills.all = () => all().filter((bill) => bill !== hidden);
    clockMs += dayMs;
    await run({ fromCongress: 119 });
    sandbox.bills.all = all;
    expect(await indexed()).toEqual(upstream(119));
  });
});

describe("when the upstream refuses", () => {
  it.each([
    ["bad-key", 60],
    ["no-key", 60],
    ["limit", 10],
    ["error", 0.5],
    ["html", 0.5],
    ["nonsense", 0.5],
    ["cut-short", 0.5],
  ] as const)("%s: retries after %d minutes and keeps its data", async (failure, minutes) => {
    await run({ fromCongress: 118 });
    const known = await indexed();
    sandbox.fail(failure, 1_000);
    clockMs += 15 * minuteMs;
    expect(await run({ fromCongress: 118 })).toBe(minutes * minuteMs);
    expect(await indexed()).toEqual(known);
    const state = (await indexStore().states()).find(({ congress }) => congress === 119);
    expect(state?.problem).toMatch(/\S/);
    sandbox.recover();
    await run({ fromCongress: 118 });
    expect((await indexStore().states()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it("logs which setting to correct, but never the key", async () => {
    await run({ key: "a-key-of-somebody-else" });
    const lines = app.logged.filter(({ level }) => level === "error");
    expect(lines.map(({ msg }) => msg)).toEqual([
      "Congress.gov rejects the key. Correct CONGRESS_API_KEY. Indexed bills stay.",
    ]);
    expect(JSON.stringify(app.logged)).not.toContain("a-key-of-somebody-else");
  });

  it("reads the other Congresses if one fails, and that one once it works again", async () => {
    sandbox.fail("error", 1_000, /^bill\/119\?/);
    const job = makeJob({ fromCongress: 117 });
    for (let time = 0; time < 4; time += 1) clockMs += await job.runDue(new AbortController().signal);
    expect(await indexed()).toEqual(upstream(117).filter((bill) => !bill.startsWith("119 ")));
    sandbox.recover();
    for (let time = 0; time < 20; time += 1) clockMs += await job.runDue(new AbortController().signal);
    expect(await indexed()).toEqual(upstream(117));
  });

  it("waits longer each time, up to 15 minutes", async () => {
    sandbox.fail("error", 1_000);
    const job = makeJob();
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) waits.push(await job.runDue(new AbortController().signal));
    expect(waits.map((wait) => wait / minuteMs)).toEqual([0.5, 1, 2, 4, 8, 15, 15, 15]);
  });

  it("makes at most one call a second after the first thirty", async () => {
    addBills(50);
    await run({ pageSize: 1, fromCongress: 119 });
    const calls = sandbox.calls.length;
    expect(calls).toBeGreaterThan(50);
    expect(slept.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThanOrEqual((calls - 31) * 1_000);
  });

  it("leaves a fifth of the hourly rate limit to visitors", async () => {
    sandbox.hourlyLimit = 100;
    addBills(100);
    await run({ pageSize: 1, fromCongress: 119 });
    expect(await indexed()).toEqual(upstream(119));
    expect(slept.filter((delayMs) => delayMs === 5 * minuteMs).length).toBeGreaterThan(5);
  });
});

describe("several servers, several sources", () => {
  it("reads on one of two servers, and both show the result", async () => {
    for (let server = 0; server < 2; server += 1) await makeJob({ passesTime: false }).jobs.start();
    await expect.poll(async () => (await indexed()).length, { timeout: 10_000 }).toBe(upstream().length);
    const lists = sandbox.calls.filter((call) => call.startsWith("bill/119?"));
    expect(lists).toHaveLength(1);
  });

  it("continues on another server when the first one stops", async () => {
    sandbox.fail("hang", 1);
    const one = makeJob({ passesTime: false });
    await one.jobs.start();
    await expect.poll(() => sandbox.calls.length).toBe(1);
    await one.jobs.stop();
    await makeJob({ passesTime: false }).jobs.start();
    await expect.poll(async () => (await indexed()).length, { timeout: 10_000 }).toBe(upstream().length);
  });

  it("retries at once after a restart, such as with a corrected key", async () => {
    sandbox.fail("bad-key", 1_000);
    const one = makeJob({ passesTime: false });
    await one.jobs.start();
    await expect.poll(() => sandbox.calls.length).toBe(1);
    await one.jobs.stop();
    sandbox.recover();
    await makeJob({ passesTime: false }).jobs.start();
    await expect.poll(async () => (await indexed()).length, { timeout: 10_000 }).toBe(upstream().length);
  });

  it("never shows the sandbox's bills as the live service's", async () => {
    await run({ fromCongress: 119 });
    expect(await indexed("https://api.congress.gov/v3")).toEqual([]);
    await run({ source: "https://api.congress.gov/v3", fromCongress: 119 });
    expect(await indexed("https://api.congress.gov/v3")).toEqual(upstream(119));
  });
});
