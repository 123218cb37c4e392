import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { withLease } from "./lease.ts";
import { createLogger } from "../log.ts";

const database = useTestDatabase();

function kernel() {
  const logged: string[] = [];
  const log = createLogger({ level: "debug", destination: { write: (line) => void logged.push(line) } });
  return { database: database(), log, logged };
}

/** Creates work that lasts until told to end. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { finish: () => resolve(undefined), promise };
}

describe("a lease", () => {
  it("admits one holder at a time", async () => {
    const first = openWork();
    const running = withLease(kernel(), "index", 60_000, () => first.promise);
    await expect.poll(async () => (await rows()).length).toBe(1);
    expect(await withLease(kernel(), "index", 60_000, async () => undefined)).toBe(false);
    expect(await withLease(kernel(), "another", 60_000, async () => undefined)).toBe(true);
    first.finish();
    expect(await running).toBe(true);
    expect(await rows()).toEqual([]);
    expect(await withLease(kernel(), "index", 60_000, async () => undefined)).toBe(true);
  });

  it("is released when the work fails", async () => {
    await expect(
      withLease(kernel(), "index", 60_000, async () => Promise.reject(new Error("broken"))),
    ).rejects.toThrow("broken");
    expect(await rows()).toEqual([]);
  });

  it("passes to another after its holder dies", async () => {
    await database().unsafeDb.execute(
      sql`insert into leases values ('index', gen_random_uuid(), now() - interval '1 second')`,
    );
    expect(await withLease(kernel(), "index", 60_000, async () => undefined)).toBe(true);
  });

  it("stays with work that outlasts it", async () => {
    const work = openWork();
    const running = withLease(kernel(), "index", 300, (signal) =>
      work.promise.then(() => expect(signal.aborted).toBe(false)),
    );
    await sleep(700);
    expect(await withLease(kernel(), "index", 300, async () => undefined)).toBe(false);
    work.finish();
    expect(await running).toBe(true);
  });

  it("is released for good even if a renewal is in progress when the work ends", async () => {
    const { pool } = database();
    const query = pool.query.bind(pool);
    const renewal = Promise.withResolvers<undefined>();
    const running = withLease(kernel(), "index", 300, async () => {
      // The renewal is the last of the statements to reach the database.
      vi.spyOn(pool, "query").mockImplementationOnce(async (...statement: unknown[]) => {
        renewal.resolve(undefined);
        await sleep(150);
        return Reflect.apply(query, pool, statement) as unknown;
      });
      await renewal.promise;
    });
    expect(await running).toBe(true);
    await sleep(300);
    expect(await rows()).toEqual([]);
  });

  it("aborts the work when another holder takes it", async () => {
    const own = kernel();
    let reason: unknown;
    const running = withLease(own, "index", 200, async (signal) => {
      await database().unsafeDb.execute(
        sql`update leases set holder = gen_random_uuid(), expires_at = now() + interval '1 minute'`,
      );
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      reason = signal.reason;
    });
    expect(await running).toBe(true);
    expect(reason).toMatchObject({ message: "another server took it over" });
    expect(own.logged.join("")).toContain('"reason":"another server took it over","lease":"index"');
    expect(await rows(), "the new holder's lease").toHaveLength(1);
  });
});

async function rows() {
  return (await database().unsafeDb.execute(sql`select * from leases`)).rows;
}
