import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#server/log.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createMissGuard } from "./miss-guard.ts";

const database = useTestDatabase({ emptyBefore: "all" });
beforeEach(async () => void (await database().pool.query("delete from call_counts")));

function createGuard() {
  const clock = { ms: Date.UTC(2026, 10, 21) };
  const guard = createMissGuard(
    {
      database: database(),
      now: () => new Date(clock.ms),
      secretKey: Buffer.alloc(32, 3),
      log: createLogger({ level: "silent" }),
    },
    3,
  );
  const miss = async (address: string, times = 3) => {
    for (let count = 0; count < times; count += 1) await guard.count(address);
  };
  return { clock, guard, miss };
}

const tooMany = expect.objectContaining({ statusCode: 429 });

describe("the guard against guessing serial numbers", () => {
  it("blocks an address after so many misses, and says when to retry", async () => {
    const { clock, guard, miss } = createGuard();
    await miss("203.0.113.9", 2);
    clock.ms += 20_000;
    await miss("203.0.113.9", 1);
    await expect(guard.count("203.0.113.9")).rejects.toEqual(
      expect.objectContaining({ statusCode: 429, headers: { "retry-after": "40" } }),
    );
    await miss("203.0.113.10");
  });

  it("gives back a miss that turned out to be a hit", async () => {
    const { clock, guard, miss } = createGuard();
    await miss("203.0.113.9");
    await guard.forgive("203.0.113.9");
    await miss("203.0.113.9", 1);
    await expect(guard.count("203.0.113.9")).rejects.toEqual(tooMany);
    clock.ms += 60_000;
    // A miss from a past minute doesn't add a guess to this one.
    await guard.forgive("203.0.113.9");
    await miss("203.0.113.9", 3);
    await expect(guard.count("203.0.113.9")).rejects.toEqual(tooMany);
  });

  it("resets after a minute", async () => {
    const { clock, miss } = createGuard();
    await miss("203.0.113.9");
    clock.ms += 60_000;
    await miss("203.0.113.9");
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:9::"],
  ])("counts %s and %s as one network", async (first, second) => {
    const { guard, miss } = createGuard();
    await miss(first);
    await expect(guard.count(second)).rejects.toEqual(tooMany);
    await miss("2001:db8:1:3::1");
  });

  it("tells apart IPv4 addresses that arrive as IPv6", async () => {
    const { miss } = createGuard();
    await miss("::ffff:203.0.113.9");
    await miss("::ffff:203.0.113.10");
  });
});
