import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { useTestDatabase } from "../../tests/support/test-database.ts";
import { createLogger } from "./log.ts";
import { createRateLimiter } from "./rate-limit.ts";

const database = useTestDatabase();
const limits = { SEARCHES_PER_MINUTE: 2, READS_PER_MINUTE: 3, WRITES_PER_MINUTE: 1 };

function createLimiter(nowMs: () => number) {
  return createRateLimiter(
    {
      settings: limits,
      database: database(),
      now: () => new Date(nowMs()),
      secretKey: Buffer.alloc(32, 3),
      log: createLogger({ level: "silent" }),
    },
    "test",
  );
}

async function refusal(take: () => Promise<void>): Promise<AppError | null> {
  try {
    await take();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the rate limiter", () => {
  it("refuses what is above the minute's calls and says when to come back", async () => {
    let now = 1000;
    const limiter = createLimiter(() => now);
    await limiter.take("search", "a");
    await limiter.take("search", "a");
    now += 15_000;
    const error = await refusal(() => limiter.take("search", "a"));
    expect(error?.statusCode).toBe(429);
    expect(error?.headers).toEqual({ "retry-after": "45" });
    expect(error?.errors).toEqual({ RATE_LIMIT: ["Rate limit exceeded"] });
  });

  it("counts each caller and each kind apart", async () => {
    const limiter = createLimiter(() => 0);
    await limiter.take("write", "a");
    expect(await refusal(() => limiter.take("write", "b"))).toBeNull();
    expect(await refusal(() => limiter.take("read", "a"))).toBeNull();
    expect((await refusal(() => limiter.take("write", "a")))?.statusCode).toBe(429);
  });

  it("starts anew after a minute", async () => {
    let now = 0;
    const limiter = createLimiter(() => now);
    await limiter.take("write", "a");
    now = 60_000;
    expect(await refusal(() => limiter.take("write", "a"))).toBeNull();
  });
});
