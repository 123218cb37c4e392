import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../tests/support/factories/auth-factory.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { Database } from "../database/db.ts";
import { createJobs, growingPauseMs, type JobKind, type Jobs } from "./jobs.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const payload = z.object({ text: z.string().optional() });
type Payload = z.infer<typeof payload>;

/** Queues of servers that share this test's database and clock. */
const servers: Jobs[] = [];
let clockMs = Date.parse("2026-11-21T12:00:00Z");
afterEach(async () => {
  for (const jobs of servers.splice(0)) await jobs.stop();
});

function startServer(
  kind: Partial<JobKind<Payload>> & Pick<JobKind<Payload>, "run">,
  holdMs?: number,
  opened: Database = database(),
) {
  const logged: string[] = [];
  const metrics = createMetrics({ processMetrics: false });
  const jobs = createJobs(
    {
      database: opened,
      log: createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } }),
      metrics,
      now: () => new Date(clockMs),
    },
    holdMs === undefined ? {} : { holdMs },
  );
  jobs.register({ kind: "errand", payload, ...kind });
  servers.push(jobs);
  return { jobs, logged, metrics };
}

function ask(jobs: Jobs, key = "one", wish: { text?: string; dueAt?: Date } = {}): Promise<void> {
  const { dueAt, ...given } = wish;
  return database().unsafeDb.transaction((tx) =>
    jobs.enqueue(tx, { kind: "errand", key, payload: given, ...(dueAt === undefined ? {} : { dueAt }) }),
  );
}

async function rows() {
  return (await database().unsafeDb.execute(sql`select * from jobs order by kind, key`)).rows;
}

/** Creates work that lasts until told to end. */
const openWork = () => Promise.withResolvers<undefined>();

describe("a job", () => {
  it("runs soon after the transaction that requested it, and is then gone", async () => {
    const done: string[] = [];
    const { jobs } = startServer({
      run: async (job) => void done.push(`${job.key} ${job.payload.text ?? ""}`),
    });
    await jobs.start();
    await ask(jobs, "one", { text: "hello" });
    expect(await jobs.settled("errand", "one", 5_000)).toBe("done");
    expect(done).toEqual(["one hello"]);
    expect(await rows()).toEqual([]);
  });

  it("doesn't exist if the transaction rolls back", async () => {
    const { jobs } = startServer({ run: async () => expect.unreachable() });
    await expect(
      database().unsafeDb.transaction(async (tx) => {
        await jobs.enqueue(tx, { kind: "errand", key: "one" });
        throw new Error("not after all");
      }),
    ).rejects.toThrow("not after all");
    expect(await jobs.runDue()).toBe(0);
  });

  it("can be requested in a person's transaction without further rights", async () => {
    const { userId } = await createTestUser(database());
    const { jobs } = startServer({ run: async () => undefined });
    await database().asUser(userId, async (tx) => {
      await jobs.enqueue(tx, { kind: "errand", key: "one" });
      const { rows: after } = await tx.execute(
        sql`select current_user as name, (select count(*)::int from jobs) as seen`,
      );
      expect(after).toEqual([{ name: "app_user", seen: 0 }]);
    });
    expect(await jobs.runDue()).toBe(1);
  });

  it("runs once however often it was requested, with the latest payload", async () => {
    const done: unknown[] = [];
    const { jobs } = startServer({ run: async (job) => void done.push(job.payload) });
    await ask(jobs, "one", { text: "first" });
    await ask(jobs, "one", { text: "last" });
    await ask(jobs, "two");
    expect(await jobs.runDue()).toBe(2);
    expect(done).toEqual([{ text: "last" }, {}]);
  });

  it("runs once more if requested while running", async () => {
    const first = openWork();
    const began: string[] = [];
    const { jobs } = startServer({
      run: async (job) => {
        began.push(job.payload.text ?? "");
        if (began.length === 1) await first.promise;
        return undefined;
      },
    });
    await jobs.start();
    await ask(jobs, "one", { text: "a" });
    await expect.poll(() => began).toEqual(["a"]);
    await ask(jobs, "one", { text: "b" });
    await ask(jobs, "one", { text: "c" });
    await sleep(100);
    expect(began, "one run of a key at a time").toEqual(["a"]);
    first.resolve(undefined);
    await expect.poll(() => began).toEqual(["a", "c"]);
    expect(await jobs.settled("errand", "one", 5_000)).toBe("done");
  });

  it("waits for its due time by the site's clock", async () => {
    const { jobs } = startServer({ run: async () => undefined });
    await ask(jobs, "one", { dueAt: new Date(clockMs + minuteMs) });
    expect(await jobs.runDue()).toBe(0);
    expect(await jobs.settled("errand", "one", 1_000)).toBe("later");
    clockMs += minuteMs;
    expect(await jobs.runDue()).toBe(1);
  });

  it("can be moved up, never back", async () => {
    const { jobs } = startServer({ run: async () => undefined });
    await ask(jobs, "one", { dueAt: new Date(clockMs + minuteMs) });
    await ask(jobs, "one");
    await ask(jobs, "one", { dueAt: new Date(clockMs + 2 * minuteMs) });
    expect(await jobs.runDue()).toBe(1);
  });

  it("isn't awaited on a server that runs no jobs", async () => {
    const { jobs } = startServer({ run: async () => undefined });
    await ask(jobs);
    expect(await jobs.settled("errand", "one", 60_000)).toBe("unknown");
  });

  it("runs again at the time it returns", async () => {
    let runs = 0;
    const { jobs } = startServer({
      run: async () => (++runs < 3 ? { againAt: new Date(clockMs + minuteMs) } : undefined),
    });
    await ask(jobs);
    expect(await jobs.runDue()).toBe(1);
    expect(await jobs.runDue()).toBe(0);
    clockMs += minuteMs;
    expect(await jobs.runDue()).toBe(1);
    clockMs += minuteMs;
    await jobs.runDue();
    expect(await rows()).toEqual([]);
  });
});

describe("a job that fails", () => {
  it("is retried after growing pauses, which reset after a success", async () => {
    const failures: number[] = [];
    const { jobs, logged } = startServer({
      run: async (job) => {
        failures.push(job.failures);
        if (failures.length < 4) throw new Error("the bank says access-sandbox-0a1b2c3d");
        return undefined;
      },
    });
    await ask(jobs);
    for (const pauseMs of [5_000, 10_000, 20_000]) {
      expect(await jobs.runDue()).toBe(1);
      clockMs += pauseMs - 1;
      expect(await jobs.runDue(), `before ${pauseMs} ms`).toBe(0);
      clockMs += 1;
    }
    expect(await jobs.runDue()).toBe(1);
    expect(failures).toEqual([0, 1, 2, 3]);
    expect(await rows()).toEqual([]);
    expect(logged.join("")).toContain('"failures":3');
    expect(logged.join("")).not.toContain("access-sandbox");
  });

  it("records the reason without secrets", async () => {
    const { jobs } = startServer({
      run: async () => {
        throw new Error("refused: access-sandbox-0a1b2c3d");
      },
    });
    await ask(jobs);
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ failures: 1, last_error: "refused: [redacted]", holder: null }]);
  });

  it("waits for the pause its kind defines", async () => {
    const { jobs } = startServer({
      run: async () => Promise.reject(new Error("busy")),
      pauseMs: (failures, error) =>
        error instanceof Error && error.message === "busy" ? failures * 7_000 : 0,
    });
    await ask(jobs);
    await jobs.runDue();
    clockMs += 7_000;
    expect(await jobs.runDue()).toBe(1);
    clockMs += 7_000;
    expect(await jobs.runDue()).toBe(0);
    clockMs += 7_000;
    expect(await jobs.runDue()).toBe(1);
  });

  it("fails if its payload doesn't match the kind's schema", async () => {
    const { jobs } = startServer({ run: async () => expect.unreachable() });
    await database().unsafeDb.transaction((tx) =>
      jobs.enqueue(tx, { kind: "errand", key: "one", payload: { text: 12 } }),
    );
    await jobs.runDue();
    expect(await rows()).toMatchObject([{ failures: 1 }]);
  });

  it("never waits longer than an hour", () => {
    expect([1, 2, 10, 11, 500].map(growingPauseMs)).toEqual([5_000, 10_000, 2_560_000, 3_600_000, 3_600_000]);
  });
});

describe("several servers of one database", () => {
  it("share the work, each job running on one of them", async () => {
    const done: string[] = [];
    let atOnce = 0;
    let most = 0;
    const run: JobKind<Payload>["run"] = async (job) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(15);
      atOnce -= 1;
      done.push(job.key);
      return undefined;
    };
    const first = startServer({ run, concurrency: 2 });
    const second = startServer({ run, concurrency: 2 });
    const keys = Array.from({ length: 20 }, (_, index) => `job ${String(index).padStart(2, "0")}`);
    for (const key of keys) await ask(first.jobs, key);
    await Promise.all([first.jobs.start(), second.jobs.start()]);
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(20);
    expect(done.toSorted()).toEqual(keys);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(4);
    await expect.poll(rows).toEqual([]);
  });

  it("take over a dead server's job once its hold expires", async () => {
    const done: string[] = [];
    const { jobs } = startServer({ run: async (job) => void done.push(`after ${job.failures} failures`) });
    await ask(jobs);
    await database().unsafeDb.execute(
      sql`update jobs set holder = gen_random_uuid(), held_until = now() + interval '1 minute'`,
    );
    expect(await jobs.runDue()).toBe(0);
    await database().unsafeDb.execute(sql`update jobs set held_until = now() - interval '1 second'`);
    expect(await jobs.runDue()).toBe(1);
    expect(done).toEqual(["after 1 failures"]);
    expect(await rows()).toEqual([]);
  });

  it("leave a job alone that runs longer than a hold", async () => {
    const work = openWork();
    let began = 0;
    const run: JobKind<Payload>["run"] = async ({ signal }) => {
      began += 1;
      await work.promise;
      expect(signal.aborted).toBe(false);
      return undefined;
    };
    const first = startServer({ run }, 300);
    const second = startServer({ run }, 300);
    await first.jobs.start();
    await ask(first.jobs);
    await expect.poll(() => began).toBe(1);
    await sleep(700);
    expect(await second.jobs.runDue()).toBe(0);
    work.resolve(undefined);
    expect(await first.jobs.settled("errand", "one", 5_000)).toBe("done");
  });

  it("interrupt a job that another server has taken", async () => {
    let reason: unknown;
    const { jobs, logged } = startServer(
      {
        run: async ({ signal }) => {
          await database().unsafeDb.execute(
            sql`update jobs set holder = gen_random_uuid(), held_until = now() + interval '1 minute'`,
          );
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          reason = signal.reason;
          signal.throwIfAborted();
          return undefined;
        },
      },
      300,
    );
    await ask(jobs);
    await jobs.runDue();
    expect(reason).toMatchObject({ message: "another server took it over" });
    expect(logged.join("")).toContain("A job was interrupted");
    const [row] = await rows();
    expect(row, "the new holder's").toMatchObject({ failures: 0 });
    expect(row?.["holder"]).not.toBeNull();
  });
});

describe("a server that stops", () => {
  it("interrupts running jobs and releases them without counting a failure", async () => {
    const done: string[] = [];
    const first = startServer({
      run: async ({ signal }) => {
        done.push("began");
        await sleep(60_000, undefined, { signal });
        return undefined;
      },
    });
    await first.jobs.start();
    await ask(first.jobs);
    await expect.poll(() => done).toEqual(["began"]);
    await first.jobs.stop();
    expect(await rows()).toMatchObject([{ failures: 0, holder: null }]);
    const second = startServer({ run: async () => void done.push("again") });
    expect(await second.jobs.runDue()).toBe(1);
    expect(done).toEqual(["began", "again"]);
  });
});

describe("the queue", () => {
  it("survives a database outage and logs it once", async () => {
    let isDone = false;
    const { jobs, logged } = startServer({ run: async () => void (isDone = true) });
    const { unsafeDb } = database();
    await unsafeDb.execute(sql`alter table jobs rename to jobs_away`);
    try {
      await jobs.start();
      await expect.poll(() => logged.join("")).toContain("Can't read");
    } finally {
      await unsafeDb.execute(sql`alter table jobs_away rename to jobs`);
    }
    await ask(jobs);
    await expect.poll(() => isDone).toBe(true);
    // Said once the queue is empty, which the job may be done before.
    await expect.poll(() => logged.join("")).toContain("Reading the job queue again");
    expect(logged.filter((line) => line.includes("Can't read"))).toHaveLength(1);
  });

  it("reports waiting, failing and finished jobs as metrics", async () => {
    const { jobs, metrics } = startServer({
      run: async ({ key }) => {
        if (key === "bad") throw new Error("no");
        return undefined;
      },
    });
    await ask(jobs, "good");
    await ask(jobs, "bad");
    await ask(jobs, "later", { dueAt: new Date(clockMs + minuteMs) });
    await jobs.runDue();
    const text = await metrics.registry.metrics();
    expect(text).toContain('folio_jobs{kind="errand",state="all"} 2');
    expect(text).toContain('folio_jobs{kind="errand",state="failing"} 1');
    expect(text).toContain('folio_job_runs_total{kind="errand",outcome="done"} 1');
    expect(text).toContain('folio_job_runs_total{kind="errand",outcome="failed"} 1');
  });
});
