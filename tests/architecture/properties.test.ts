import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fc } from "../support/properties.ts";

describe("a property whose test runs out of time", () => {
  let isAtWork = false;

  it("fails before, with the counterexample found so far", { timeout: 1_000 }, async () => {
    // Shrinking each of the numbers takes far longer than the test may.
    const numbers = fc.array(fc.integer({ min: 1_000 }), { minLength: 100, maxLength: 100 });
    const shrinking = fc.assert(fc.asyncProperty(numbers, () => setTimeout(30, false)));
    const holding = fc.assert(fc.asyncProperty(fc.nat(), () => setTimeout(30, true)));
    await Promise.all([
      expect(shrinking).rejects.toThrow(/^Property failed after 1 tests[^]+Counterexample: \[\[/),
      expect(holding).rejects.toThrow(/^Property interrupted after \d+ tests/),
    ]);
  });

  it.fails("fails at its end if a case takes longer", { timeout: 20 }, async () => {
    const slow = fc.asyncProperty(fc.nat(), async () => {
      isAtWork = true;
      await setTimeout(100);
      isAtWork = false;
    });
    await fc.assert(slow);
  });

  it("is no longer at work in the next test", () => {
    expect(isAtWork).toBe(false);
  });
});
