import { describe, expect, it } from "vitest";
import { createMissGuard } from "./miss-guard.ts";

function createGuard() {
  const clock = { ms: Date.UTC(2026, 10, 21) };
  const guard = createMissGuard(3, () => new Date(clock.ms));
  const miss = (address: string, times = 3) => {
    for (let count = 0; count < times; count += 1) guard.count(address);
  };
  return { clock, guard, miss };
}

describe("the guard against trying serial numbers out", () => {
  it("lets an address miss so often, then says when to come back", () => {
    const { clock, guard, miss } = createGuard();
    miss("203.0.113.9", 2);
    expect(() => guard.check("203.0.113.9")).not.toThrow();
    clock.ms += 20_000;
    miss("203.0.113.9", 1);
    expect(() => guard.check("203.0.113.9")).toThrow(
      expect.objectContaining({ statusCode: 429, headers: { "retry-after": "40" } }),
    );
    expect(() => guard.check("203.0.113.10")).not.toThrow();
  });

  it("forgives a miss that was none", () => {
    const { clock, guard, miss } = createGuard();
    miss("203.0.113.9");
    guard.forgive("203.0.113.9");
    expect(() => guard.check("203.0.113.9")).not.toThrow();
    miss("203.0.113.9", 1);
    expect(() => guard.check("203.0.113.9")).toThrow();
    clock.ms += 60_000;
    // What was counted in a minute that is over gives nobody a guess more.
    guard.forgive("203.0.113.9");
    miss("203.0.113.9", 3);
    expect(() => guard.check("203.0.113.9")).toThrow();
  });

  it("forgets after a minute", () => {
    const { clock, guard, miss } = createGuard();
    miss("203.0.113.9");
    clock.ms += 60_000;
    expect(() => guard.check("203.0.113.9")).not.toThrow();
    miss("203.0.113.9", 1);
    expect(() => guard.check("203.0.113.9")).not.toThrow();
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:9::"],
  ])("takes %s and %s for one household", (first, second) => {
    const { guard, miss } = createGuard();
    miss(first);
    expect(() => guard.check(second)).toThrow();
    expect(() => guard.check("2001:db8:1:3::1")).not.toThrow();
  });

  it("tells addresses of IPv4 apart that arrive as IPv6", () => {
    const { guard, miss } = createGuard();
    miss("::ffff:203.0.113.9");
    expect(() => guard.check("::ffff:203.0.113.10")).not.toThrow();
  });
});
