import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { Bus } from "../events/bus.ts";
import { createJobs, type Jobs } from "./jobs.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";

const database = useTestDatabase();
const servers: Jobs[] = [];
afterEach(async () => {
  for (const jobs of servers.splice(0)) await jobs.stop();
});

/** Creates a bus controlled by the test. */
function createScriptedBus() {
  const told: string[] = [];
  let listener: (() => void) | null = null;
  const bus: Bus = {
    tell: () => expect.unreachable(),
    tellAll: () => expect.unreachable(),
    tellAtCommit: async (_tx, topic) => void told.push(topic),
    onNews: (topic, wanted) => {
      expect(topic).toBe("jobs");
      listener = () => wanted(null);
      return () => (listener = null);
    },
    start: async () => {},
    stop: async () => {},
  };
  return { bus, told, news: () => listener?.(), isHeard: () => listener !== null };
}

function startServer(bus: Bus, run: (key: string) => undefined): Jobs {
  const log = createLogger({ level: "silent" });
  const metrics = createMetrics({ processMetrics: false });
  const jobs = createJobs({ database: database(), log, metrics, now: () => new Date() }, { bus });
  jobs.register({ kind: "errand", payload: z.object({}), run: async ({ key }) => run(key) });
  servers.push(jobs);
  return jobs;
}

function ask(jobs: Jobs, key: string, dueAt = new Date()): Promise<void> {
  return database().unsafeDb.transaction((tx) => jobs.enqueue(tx, { kind: "errand", key, dueAt }));
}

it("checks the queue as soon as another server reports due work", async () => {
  const { bus, told, news, isHeard } = createScriptedBus();
  const done: string[] = [];
  const [asking, working] = [
    startServer(bus, () => undefined),
    startServer(bus, (key) => void done.push(key)),
  ];
  await working.start();
  const startedAt = performance.now();
  for (let count = 1; count <= 5; count += 1) {
    await ask(asking, `job ${count}`);
    news();
    await expect.poll(() => done.length, { timeout: 5_000, interval: 10 }).toBe(count);
  }
  // On its own it would check two seconds after the last job, each time.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(told).toEqual(Array.from({ length: 5 }, () => "jobs"));
  await working.stop();
  expect(isHeard()).toBe(false);
});

it("doesn't notify others of work that isn't due yet", async () => {
  const { bus, told } = createScriptedBus();
  await ask(
    startServer(bus, () => undefined),
    "later",
    new Date(Date.now() + 60_000),
  );
  expect(told).toEqual([]);
});
