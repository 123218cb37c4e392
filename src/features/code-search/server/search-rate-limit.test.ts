import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "#server/log.ts";
import { AppError } from "#shared/errors.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createSearchRateLimit } from "./search-rate-limit.ts";

const database = useTestDatabase({ emptyBefore: "all" });
beforeEach(async () => void (await database().pool.query("delete from call_counts")));

const start = Date.parse("2026-11-21T12:00:00Z");

function createLimitWithClock() {
  const clock = { ms: start };
  const rateLimit = createSearchRateLimit(
    {
      database: database(),
      now: () => new Date(clock.ms),
      secretKey: Buffer.alloc(32, 3),
      log: createLogger({ level: "silent" }),
    },
    "sandbox",
  );
  const wait = async (who: string): Promise<string | null> => {
    try {
      await rateLimit.take(who);
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 429) throw error;
      return error.headers["retry-after"] ?? "";
    }
  };
  const take = async (who: string, times: number) => {
    const waits: (string | null)[] = [];
    for (let count = 0; count < times; count += 1) waits.push(await wait(who));
    return waits;
  };
  return { clock, rateLimit, wait, take };
}

function rate(remaining: number, resetsInSeconds: number, resource = "code_search") {
  return { limit: 10, remaining, resetAt: new Date(start + resetsInSeconds * 1000), resource };
}

describe("the search rate limit", () => {
  it("allows ten a minute and says when the next is possible", async () => {
    const { clock, wait, take } = createLimitWithClock();
    expect(await take("server", 10)).toEqual(Array.from({ length: 10 }, () => null));
    clock.ms += 20_500;
    expect(await wait("server")).toBe("40");
    clock.ms += 39_500;
    expect(await wait("server")).toBeNull();
  });

  it("is separate for each token", async () => {
    const { wait, take } = createLimitWithClock();
    await take("server", 10);
    expect(await wait("server")).toBe("60");
    expect(await wait("a person")).toBeNull();
  });

  it("adopts GitHub's count if it is higher", async () => {
    const { wait, rateLimit } = createLimitWithClock();
    expect(await wait("server")).toBeNull();
    await rateLimit.note("server", rate(1, 30));
    expect(await wait("server")).toBeNull();
    expect(await wait("server")).toBe("30");
  });

  it("waits at most a minute, even if GitHub's clock is far ahead", async () => {
    const { clock, wait, rateLimit } = createLimitWithClock();
    expect(await wait("server")).toBeNull();
    await rateLimit.note("server", rate(0, 7_200));
    expect(await wait("server")).toBe("60");
    clock.ms += 60_000;
    expect(await wait("server")).toBeNull();
  });

  it("ignores GitHub's older answers and other resources", async () => {
    const { wait, take, rateLimit } = createLimitWithClock();
    await take("server", 9);
    await rateLimit.note("server", rate(9, 30));
    await rateLimit.note("server", rate(0, 30, "core"));
    await rateLimit.note("server", rate(0, -1));
    await rateLimit.note("server", null);
    expect(await wait("server")).toBeNull();
    expect(await wait("server")).toBe("60");
  });

  it("stays blocked for as long as GitHub says", async () => {
    const { clock, wait, rateLimit } = createLimitWithClock();
    await rateLimit.block("server", 90);
    await rateLimit.block("server", 10);
    expect(await wait("server")).toBe("90");
    clock.ms += 90_000;
    expect(await wait("server")).toBeNull();
  });
});
