import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { z } from "zod";
import { runRepeated } from "../support/repeated-work.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { useTestDatabase } from "../support/test-database.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createPageCache } from "#server/pages/page-cache.ts";
import { createUpstreamCopies } from "#server/upstreams/upstream-copies.ts";

/** A machine wakes up with a wrong clock that is then corrected: nothing may wait until the wrong time comes, or run wild. */

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;
const jumps = [
  ["an hour", hourMs],
  ["a day", dayMs],
  ["a year", yearMs],
] as const;

const database = useTestDatabase();
let nowMs: number;
let site: TestApp;
const now = () => new Date(nowMs);

beforeEach(() => {
  nowMs = Date.now();
  site = createTestApp(database(), { now, environment: { READS_PER_MINUTE: "3" } });
});

async function statusOfRead(cookie = ""): Promise<number> {
  return (await site.request("/api/FinancialCategories", { headers: { cookie } })).status;
}

describe.each(jumps)("a clock set back by %s", (_, jumpMs) => {
  it("blocks nobody for longer than a minute", async () => {
    const { cookie } = await createTestUser(database(), { now });
    nowMs += jumpMs;
    // Someone idle in the meantime must sign in again, which is counted too.
    for (let call = 0; call < 3; call += 1) await statusOfRead(cookie);
    expect(await statusOfRead(cookie)).toBe(429);
    nowMs -= jumpMs;
    await statusOfRead(cookie);
    nowMs += 61_000;
    expect(await statusOfRead(cookie)).toBe(200);
  });

  it("keeps sessions alive, but none longer than its lifetime", async () => {
    nowMs += jumpMs;
    const { cookie } = await createTestUser(database(), { now });
    nowMs -= jumpMs;
    expect(await statusOfRead(cookie)).toBe(200);
    nowMs += 13 * hourMs;
    expect(await statusOfRead(cookie), "idle for half a day").toBe(401);
    const { rows } = await database().unsafeDb.execute<{ at: string }>(
      sql`select expires_at as at from sessions`,
    );
    expect(Date.parse(rows[0]?.at ?? "") - nowMs).toBeLessThanOrEqual(30 * dayMs);
  });

  it("runs a delayed job within two days, and once", async () => {
    const jobs = createJobs(site.kernel);
    const runsAtMs: number[] = [];
    jobs.repeat({
      kind: "daily",
      everyMs: dayMs,
      run: async () => {
        runsAtMs.push(nowMs);
        return undefined;
      },
    });
    nowMs += jumpMs;
    expect(await runRepeated(database(), jobs, "daily")).toBe(1);
    nowMs -= jumpMs;
    const backAtMs = nowMs;
    for (let hours = 0; hours < 72; hours += 1) {
      await jobs.runDue();
      nowMs += hourMs;
    }
    const after = runsAtMs.slice(1);
    expect(after.length).toBeGreaterThanOrEqual(1);
    expect(after.length).toBeLessThanOrEqual(4);
    expect((after[0] ?? Infinity) - backAtMs).toBeLessThanOrEqual(2 * dayMs);
  });

  it("ignores upstream copies from the future, and pauses no longer than usual", async () => {
    const copies = createUpstreamCopies(site.kernel, { source: "https://upstream.example", maxCopies: 10 });
    let answers = 0;
    let isDown = false;
    const read = () =>
      copies.read({
        key: "one",
        schema: z.number(),
        freshMs: 15 * 60_000,
        waitWhenOlderThanMs: Number.NEGATIVE_INFINITY,
        fetch: async () => {
          if (isDown) throw new Error("down");
          answers += 1;
          return { value: answers };
        },
      });
    nowMs += jumpMs;
    expect((await read()).value).toBe(1);
    nowMs += hourMs;
    isDown = true;
    expect((await read()).value).toBe(1);
    isDown = false;
    nowMs -= jumpMs + hourMs;
    await read();
    nowMs += 16_000;
    expect((await read()).value).toBe(2);
  });

  it("still revalidates cached pages", async () => {
    const cache = createPageCache(() => nowMs);
    let renderings = 0;
    const get = async () =>
      (await cache.get("/", async () => ({ status: 200, html: String((renderings += 1)) }))).result;
    nowMs += jumpMs;
    expect(await get()).toBe("miss");
    nowMs -= jumpMs;
    expect(await get()).toBe("hit");
    nowMs += 61_000;
    expect(await get()).toBe("stale");
    await expect.poll(() => renderings).toBe(2);
  });
});

describe.each(jumps)("a clock that jumps %s forward", (_, jumpMs) => {
  it("runs repeated work once, not for every missed time", async () => {
    const jobs = createJobs(site.kernel);
    let runs = 0;
    jobs.repeat({
      kind: "daily",
      everyMs: dayMs,
      run: async () => {
        runs += 1;
        return undefined;
      },
    });
    await runRepeated(database(), jobs, "daily");
    nowMs += jumpMs;
    await jobs.runDue();
    expect(runs).toBe(jumpMs >= dayMs ? 2 : 1);
  });

  it("requires idle people to sign in again, and lets them", async () => {
    const { cookie } = await createTestUser(database(), { now });
    nowMs += jumpMs;
    expect(await statusOfRead(cookie)).toBe(jumpMs < 12 * hourMs ? 200 : 401);
    const { cookie: fresh } = await createTestUser(database(), { now });
    expect(await statusOfRead(fresh)).toBe(200);
  });
});
