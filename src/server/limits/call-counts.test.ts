import { Pool } from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import type { Database } from "../database/db.ts";
import { createLogger } from "../log.ts";
import { createOwnCounts, type CallCounts } from "./own-call-counts.ts";
import { createSharedCounts } from "./shared-call-counts.ts";

const database = useTestDatabase({ emptyBefore: "all" });
beforeEach(async () => void (await database().pool.query("delete from call_counts")));
const start = Date.parse("2026-11-21T12:00:00Z");
const window = { most: 3, windowMs: 60_000 };
const times = <Value>(count: number, work: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, work));

type Clock = { ms: number };
type MakeServer = (clock: Clock, name?: string) => CallCounts;

function createServer(
  clock: Clock,
  { name = "test", of = database() }: { name?: string; of?: Database } = {},
) {
  const logged: string[] = [];
  const kernel = {
    database: of,
    now: () => new Date(clock.ms),
    secretKey: Buffer.alloc(32, 3),
    log: createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } }),
  };
  const own = createOwnCounts(() => clock.ms);
  return { counts: createSharedCounts(kernel, name, own), own, logged };
}

describe.each<[string, MakeServer]>([
  ["one server", (clock) => createOwnCounts(() => clock.ms)],
  ["several servers", (clock, name) => createServer(clock, name === undefined ? {} : { name }).counts],
])("the counts of %s", (_of, makeServer) => {
  it("allow the maximum per window, then return the time left", async () => {
    const clock = { ms: start };
    const counts = makeServer(clock);
    expect(await times(3, () => counts.take("a", window))).toEqual([0, 0, 0]);
    clock.ms += 15_000;
    expect(await counts.take("a", window)).toBe(45_000);
    expect(await counts.take("b", window)).toBe(0);
    clock.ms += 45_000;
    expect(await counts.take("a", window)).toBe(0);
  });

  it("give back a call counted in advance, unless its window is over", async () => {
    const clock = { ms: start };
    const counts = makeServer(clock);
    await times(3, () => counts.take("a", window));
    await counts.giveBack("a");
    await counts.giveBack("nobody");
    expect(await counts.take("a", window)).toBe(0);
    clock.ms += 60_000;
    await counts.giveBack("a");
    expect(await times(3, () => counts.take("a", window))).toEqual([0, 0, 0]);
    expect(await counts.take("a", window)).toBe(60_000);
  });

  it("accept a higher count from elsewhere, but not a lower one", async () => {
    const clock = { ms: start };
    const counts = makeServer(clock);
    await counts.take("a", window);
    await counts.raise("a", { used: 2, forMs: 30_000 });
    await counts.raise("a", { used: 1, forMs: 50_000 });
    expect(await counts.take("a", window)).toBe(0);
    expect(await counts.take("a", window)).toBe(30_000);
  });

  it("stay closed for as long as told, however often", async () => {
    const clock = { ms: start };
    const counts = makeServer(clock);
    const shut = { used: 1_000 };
    await counts.raise("a", { ...shut, forMs: 90_000 });
    await counts.raise("a", { ...shut, forMs: 10_000 });
    expect(await counts.take("a", window)).toBe(90_000);
    clock.ms += 90_000;
    expect(await counts.take("a", window)).toBe(0);
  });

  it("refill a bucket at its rate", async () => {
    const clock = { ms: start };
    const counts = makeServer(clock);
    const bucket = { burst: 2, perMinute: 6 };
    expect(await times(2, () => counts.takeFromBucket("a", bucket))).toEqual([0, 0]);
    expect(await counts.takeFromBucket("a", bucket)).toBe(10_000);
    clock.ms += 10_000;
    expect(await counts.takeFromBucket("a", bucket)).toBe(0);
    expect(await counts.takeFromBucket("a", bucket)).toBe(10_000);
    clock.ms += 3_600_000;
    expect(await times(2, () => counts.takeFromBucket("a", bucket))).toEqual([0, 0]);
    expect(await counts.takeFromBucket("a", bucket)).toBe(10_000);
  });

  it("ignore a window set by a wrong clock", async () => {
    const clock = { ms: start + 86_400_000 };
    const counts = makeServer(clock);
    await times(2, () => counts.take("a", window));
    await counts.takeFromBucket("b", { burst: 1, perMinute: 1 });
    clock.ms = start;
    expect(await counts.take("a", window)).toBeLessThanOrEqual(60_000);
    expect(await counts.takeFromBucket("b", { burst: 1, perMinute: 1 })).toBeLessThanOrEqual(60_000);
  });
});

it("the counts of one server forget the caller that was quiet for longest, above 50,000 callers", async () => {
  const counts = createOwnCounts(() => start);
  for (let caller = 0; caller < 50_000; caller += 1)
    await counts.take(`caller ${caller}`, { ...window, most: 1 });
  expect(await counts.take("caller 0", { ...window, most: 1 })).toBe(60_000);
  await counts.take("one more", window);
  expect(await counts.take("caller 0", { ...window, most: 1 })).toBe(60_000);
  expect(await counts.take("caller 1", { ...window, most: 1 })).toBe(0);
});

describe("several servers on one database", () => {
  it("count a caller exactly, however many calls arrive at once", async () => {
    const clock = { ms: start };
    const servers = [1, 2, 3].map(() => createServer(clock).counts);
    const limit = { most: 40, windowMs: 60_000 };
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, call) => servers[call % 3]?.take("somebody", limit)),
    );
    expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(40);
    expect(answers.filter((waitMs) => waitMs === 60_000)).toHaveLength(50);
  });

  it("share a bucket exactly", async () => {
    const servers = [1, 2, 3].map(() => createServer({ ms: start }).counts);
    const bucket = { burst: 20, perMinute: 1 };
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, call) => servers[call % 3]?.takeFromBucket("congress", bucket)),
    );
    expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(20);
  });

  it("keep counts with different names separate", async () => {
    const clock = { ms: start };
    const [calls, misses] = ["calls", "misses"].map((name) => createServer(clock, { name }).counts);
    await times(3, async () => calls?.take("a", window));
    expect(await misses?.take("a", window)).toBe(0);
  });

  it("store no addresses or sessions", async () => {
    await createServer({ ms: start }).counts.take("read 203.0.113.9", window);
    const { rows } = await database().pool.query<{ key: string }>("select key from call_counts");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.key).not.toContain("203.0.113.9");
  });

  it("drop expired counts", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const clock = { ms: start };
      const { counts } = createServer(clock);
      await counts.take("a", window);
      clock.ms += 600_000;
      vi.advanceTimersByTime(600_000);
      await counts.take("b", window);
      const left = async () => (await database().pool.query("select from call_counts")).rowCount;
      await vi.waitFor(async () => expect(await left()).toBe(1));
    } finally {
      vi.useRealTimers();
    }
  });

  it("check a refused caller only once a second", async () => {
    const clock = { ms: start };
    const asked = vi.spyOn(database().pool, "query");
    const { counts } = createServer(clock);
    await times(3, () => counts.take("a", window));
    await counts.take("a", window);
    const before = asked.mock.calls.length;
    clock.ms += 10_000;
    expect(await times(50, () => counts.take("a", window))).toEqual(Array.from({ length: 50 }, () => 50_000));
    expect(asked.mock.calls.length).toBe(before);
  });
});

describe("without the database", () => {
  it("each server counts on its own, logs that once, and retries later", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const away = new Pool({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 });
    try {
      const { counts, logged } = createServer({ ms: start }, { of: { ...database(), pool: away } });
      expect(await times(4, () => counts.take("a", window))).toEqual([0, 0, 0, 60_000]);
      await counts.giveBack("a");
      expect(logged.filter((line) => line.includes("counting on this server only"))).toHaveLength(1);
      expect(logged).toHaveLength(1);
      vi.advanceTimersByTime(5_001);
      const asked = vi.spyOn(away, "query");
      await counts.take("b", window);
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      await away.end();
      vi.useRealTimers();
    }
  });

  it("a database that doesn't answer delays a call by three seconds at most", async () => {
    const silent = new Pool();
    vi.spyOn(silent, "query").mockImplementation(() => new Promise(() => {}));
    const { counts } = createServer({ ms: start }, { of: { ...database(), pool: silent } });
    const startedAt = performance.now();
    expect(await counts.take("a", window)).toBe(0);
    expect(await counts.take("a", window)).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
  });
});
