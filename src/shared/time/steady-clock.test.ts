import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { steadyClock } from "./steady-clock.ts";

describe("a steady clock", () => {
  it("follows the machine's clock forward, jumps included", () => {
    let raw = 1_000;
    const clock = steadyClock(() => raw);
    expect(clock()).toBe(1_000);
    raw = 5_000_000;
    expect(clock()).toBe(5_000_000);
  });

  it("continues from where it was when the machine's clock is set back", () => {
    let raw = 10_000;
    const clock = steadyClock(() => raw);
    clock();
    raw = 0;
    expect(clock()).toBe(10_000);
    raw = 250;
    expect(clock()).toBe(10_250);
  });

  it("never goes back, and runs normally between jumps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 2, maxLength: 40 }),
        fc.nat(1e6),
        (steps, lastMs) => {
          let raw = 0;
          const clock = steadyClock(() => raw);
          let before = clock();
          for (const step of steps) {
            raw += step;
            const after = clock();
            expect(after).toBeGreaterThanOrEqual(before);
            before = after;
          }
          raw += lastMs;
          expect(clock() - before).toBe(lastMs);
        },
      ),
    );
  });
});
