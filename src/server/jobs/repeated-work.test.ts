import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runRepeated } from "../../../tests/support/repeated-work.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { createJobs, growingPauseMs, type Jobs, type RepeatedWork } from "./jobs.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const servers: Jobs[] = [];
let clockMs: number;
beforeEach(() => {
  clockMs = Date.parse("2026-11-21T12:00:00Z");
});
afterEach(async () => {
  for (const jobs of servers.splice(0)) await jobs.stop();
});

describe("repeated work", () => {
  /** Starts a server's queue on this test's database and clock. */
  function startRepeating(work: Partial<RepeatedWork> = {}) {
    const jobs = createJobs({
      database: database(),
      log: createLogger({ level: "silent" }),
      metrics: createMetrics({ processMetrics: false }),
      now: () => new Date(clockMs),
    });
    servers.push(jobs);
    const runs: string[] = [];
    jobs.repeat({
      kind: "round",
      everyMs: 10 * minuteMs,
      run: async () => {
        runs.push(new Date(clockMs).toISOString().slice(11, 16));
        return undefined;
      },
      ...work,
    });
    return { jobs, runs };
  }

  it("runs once per interval, on whichever server is first", async () => {
    const both = [startRepeating(), startRepeating()];
    const runs = () => both.flatMap((server) => server.runs);
    for (const { jobs } of both) await jobs.start();
    await expect.poll(runs).toEqual(["12:00"]);
    clockMs += 10 * minuteMs - 1;
    for (const { jobs } of both) await jobs.runDue();
    expect(runs()).toEqual(["12:00"]);
    clockMs += 1;
    for (const { jobs } of both) await jobs.runDue();
    await expect.poll(() => runs().toSorted()).toEqual(["12:00", "12:10"]);
    for (const { jobs } of both) await jobs.runDue();
    expect(runs()).toHaveLength(2);
  });

  it.each([
    [true, ["12:01"]],
    [false, []],
  ] as const)(
    "keeps its schedule over a restart, unless it runs at every start (%s)",
    async (isDoneAtStart, expected) => {
      const before = startRepeating({ isDoneAtStart });
      await before.jobs.start();
      await expect.poll(() => before.runs).toEqual(["12:00"]);
      await before.jobs.stop();
      clockMs += minuteMs;
      const after = startRepeating({ isDoneAtStart });
      await after.jobs.start();
      await after.jobs.runDue();
      await expect.poll(() => after.runs).toEqual(expected);
    },
  );

  it("runs again after the delay it returns, and is retried when it fails", async () => {
    let times = 0;
    const { jobs } = startRepeating({
      run: async () => {
        times += 1;
        if (times === 2) throw new Error("not now");
        return minuteMs;
      },
    });
    expect(await runRepeated(database(), jobs, "round")).toBe(1);
    clockMs += minuteMs;
    expect(await jobs.runDue()).toBe(1);
    clockMs += growingPauseMs(1);
    expect(await jobs.runDue()).toBe(1);
    expect(times).toBe(3);
  });

  it("ignores a due time set by a wrong clock", async () => {
    clockMs += 24 * 60 * minuteMs;
    const { jobs, runs } = startRepeating();
    await runRepeated(database(), jobs, "round");
    clockMs -= 24 * 60 * minuteMs;
    await jobs.runDue();
    await jobs.runDue();
    expect(runs).toEqual(["12:00", "12:00"]);
  });
});
