import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { createLogger } from "../log.ts";
import { createRateLimiter, addressBlock } from "./rate-limit.ts";

const database = useTestDatabase();
const limits = { SEARCHES_PER_MINUTE: 2, READS_PER_MINUTE: 3, WRITES_PER_MINUTE: 1 };

const a = { address: "203.0.113.1" };
const b = { address: "203.0.113.2" };

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
  it("refuses calls over the limit with Retry-After", async () => {
    let now = 1000;
    const limiter = createLimiter(() => now);
    await limiter.take("search", a);
    await limiter.take("search", a);
    now += 15_000;
    const error = await refusal(() => limiter.take("search", a));
    expect(error?.statusCode).toBe(429);
    expect(error?.headers).toEqual({ "retry-after": "45" });
    expect(error?.errors).toEqual({ RATE_LIMIT: ["Rate limit exceeded"] });
  });

  it("limits sign-ins from all addresses together, but not those of people who are signed in", async () => {
    const limiter = createLimiter(() => 0);
    const at = (index: number) => ({ address: `198.51.${Math.floor(index / 250)}.${index % 250}` });
    for (let index = 0; index < 600; index += 1) await limiter.take("sign-in", at(index));
    expect((await refusal(() => limiter.take("sign-in", at(600))))?.statusCode).toBe(429);
    expect(await refusal(() => limiter.take("sign-in", { ...at(600), userId: "one" }))).toBeNull();
    expect(await refusal(() => limiter.take("read", at(600)))).toBeNull();
  });

  it("counts each caller and kind separately", async () => {
    const limiter = createLimiter(() => 0);
    await limiter.take("write", a);
    expect(await refusal(() => limiter.take("write", b))).toBeNull();
    expect(await refusal(() => limiter.take("read", a))).toBeNull();
    expect((await refusal(() => limiter.take("write", a)))?.statusCode).toBe(429);
  });

  it("resets after a minute", async () => {
    let now = 0;
    const limiter = createLimiter(() => now);
    await limiter.take("write", a);
    now = 60_000;
    expect(await refusal(() => limiter.take("write", a))).toBeNull();
  });

  it("counts a person once across addresses, separate from anonymous callers", async () => {
    const limiter = createLimiter(() => 0);
    await limiter.take("write", { ...a, userId: "ada" });
    expect((await refusal(() => limiter.take("write", { ...b, userId: "ada" })))?.statusCode).toBe(429);
    expect(await refusal(() => limiter.take("write", { ...a, userId: "bob" }))).toBeNull();
    expect(await refusal(() => limiter.take("write", a))).toBeNull();
  });

  it("allows an address ten times the limit of a person", async () => {
    const limiter = createLimiter(() => 0);
    for (let call = 0; call < 50; call += 1)
      await refusal(() => limiter.take("write", { ...a, userId: "greedy" }));
    for (let person = 1; person < 10; person += 1)
      await limiter.take("write", { ...a, userId: `person ${person}` });
    const next = { userId: "one more" };
    expect((await refusal(() => limiter.take("write", { ...a, ...next })))?.statusCode).toBe(429);
    expect(await refusal(() => limiter.take("write", { ...b, userId: "another" }))).toBeNull();
  });
});

describe("addressBlock", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["not an address", "not an address"],
  ])("of %s is %s", (address, whole) => {
    expect(addressBlock(address)).toBe(whole);
  });
});
