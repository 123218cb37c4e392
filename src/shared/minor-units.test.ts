import { describe, expect, it } from "vitest";
import { fc } from "../../tests/support/properties.ts";
import { isRounded, readMinorUnits } from "./minor-units.ts";
import { currencyDecimals, money, moneyDigits, toUnits } from "./money.ts";

describe("an amount", () => {
  it.each([
    ["89.4", "USD", 8940],
    ["89.40", "USD", 8940],
    ["1500", "JPY", 1500],
    ["1500.0", "JPY", 1500],
    ["1.234", "KWD", 1234],
    ["0.01", "USD", 1],
    ["1e2", "USD", 10_000],
    ["1.5E+1", "USD", 1500],
    ["5e-1", "USD", 50],
    ["12e-2", "USD", 12],
    ["99999999999.99", "USD", 9_999_999_999_999],
    ["100000000000", "USD", 10_000_000_000_000],
  ])("of %s in %s is %i minor units", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
  });

  it.each([
    ["12.340000000000002", "USD", 1234],
    ["12.339999999999998", "USD", 1234],
    ["0.30000000000000004", "USD", 30],
    ["1274.9299999999998", "USD", 127_493],
    ["999.99999999999999", "JPY", 1000],
  ])("of %s loses floating-point noise: %s", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
    expect(isRounded(digits, code)).toBe(false);
  });

  it.each([
    ["12.345", "USD", 1234],
    ["12.355", "USD", 1236],
    ["12.3451", "USD", 1235],
    ["12.345000000000001", "USD", 1235],
    ["0.5", "JPY", 0],
    ["1.5", "JPY", 2],
    ["1.2345", "KWD", 1234],
    ["1e-9", "USD", 0],
  ])("of %s in %s is rounded half to even and flagged", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
    expect(isRounded(digits, code)).toBe(true);
    expect(isRounded(`-${digits}`, code)).toBe(true);
  });

  it.each([
    ["100000000000.01", "USD"],
    ["90071992547409.91", "USD"],
    ["99999999999999999999.99", "USD"],
    ["10000000000001", "JPY"],
    ["1e60", "USD"],
    ["NaN", "USD"],
    ["0x10", "USD"],
    ["", "USD"],
  ])("of %s in %s is refused", (digits, code) => {
    expect(readMinorUnits(digits, code)).toBeNull();
    expect(readMinorUnits(`-${digits}`, code)).toBeNull();
  });

  it("survives a round trip in any currency", () => {
    const codes = fc.constantFrom("USD", "JPY", "KWD", "EUR", "CLF");
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), codes, (minor, code) => {
        const amount = money(minor);
        expect(readMinorUnits(moneyDigits(amount, code), code)).toBe(minor);
        // As in JSON: the shortest digits of this number.
        expect(readMinorUnits(JSON.stringify(toUnits(amount, code)), code)).toBe(minor);
      }),
    );
  });

  it("is rounded half to even to the minor unit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (tenths, code) => {
          const decimals = currencyDecimals(code);
          const digits = String(tenths).padStart(decimals + 2, "0");
          const text = `${digits.slice(0, -decimals - 1)}.${digits.slice(-decimals - 1)}`;
          const below = Math.floor(tenths / 10);
          const isUp = tenths % 10 > 5 || (tenths % 10 === 5 && below % 2 === 1);
          const nearest = isUp ? below + 1 : below;
          expect(readMinorUnits(text, code)).toBe(nearest);
          expect(Math.abs(readMinorUnits(`-${text}`, code) ?? NaN)).toBe(nearest);
        },
      ),
    );
  });
});
