import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { createRateLimiter } from "./rate-limit.ts";

const limits = { SEARCHES_PER_MINUTE: 2, READS_PER_MINUTE: 3, WRITES_PER_MINUTE: 1 };

function refusal(take: () => void): AppError | null {
  try {
    take();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("the rate limiter", () => {
  it("refuses what is above the minute's calls and says when to come back", () => {
    let now = 1000;
    const limiter = createRateLimiter(limits, () => now);
    limiter.take("search", "a");
    limiter.take("search", "a");
    now += 15_000;
    const error = refusal(() => limiter.take("search", "a"));
    expect(error?.statusCode).toBe(429);
    expect(error?.headers).toEqual({ "retry-after": "45" });
    expect(error?.errors).toEqual({ RATE_LIMIT: ["Rate limit exceeded"] });
  });

  it("counts each caller and each kind apart", () => {
    const limiter = createRateLimiter(limits, () => 0);
    limiter.take("write", "a");
    expect(refusal(() => limiter.take("write", "b"))).toBeNull();
    expect(refusal(() => limiter.take("read", "a"))).toBeNull();
    expect(refusal(() => limiter.take("write", "a"))?.statusCode).toBe(429);
  });

  it("starts anew after a minute", () => {
    let now = 0;
    const limiter = createRateLimiter(limits, () => now);
    limiter.take("write", "a");
    now = 60_000;
    expect(refusal(() => limiter.take("write", "a"))).toBeNull();
  });
});
