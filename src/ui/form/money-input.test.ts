import { describe, expect, it } from "vitest";
import { z } from "zod";
import { maxMoney, money } from "#shared/money.ts";
import { fc } from "../../../tests/support/properties.ts";
import { inCurrency, moneyInputText, readMoneyInput } from "./money-input.ts";

const dollars = { currency: "USD", allowsNegative: false };

describe("a money field's text", () => {
  it("is parsed to minor units", () => {
    expect(readMoneyInput("1,234.5", dollars)).toEqual({ value: 123450, error: null });
    expect(readMoneyInput(" ", dollars)).toEqual({ value: null, error: null });
    expect(readMoneyInput("5000", { currency: "JPY", allowsNegative: false }).value).toBe(5000);
  });

  it("has an error and can't be submitted if it is invalid", () => {
    const reading = readMoneyInput("about ten", dollars);
    expect(reading.error).toBe("Enter an amount such as $1,234.50.");
    expect(z.number().nullable().safeParse(reading.value).success).toBe(false);
    expect(readMoneyInput("1.005", dollars).error).toBe("Use at most 2 decimals for USD.");
    expect(readMoneyInput("1000000000", dollars).error).toBe("Enter at most $999,999,999.99.");
  });

  it("accepts negative amounts only if they are allowed", () => {
    expect(readMoneyInput("-5", dollars).error).toBe("Enter an amount of zero or more.");
    expect(readMoneyInput("-5", { ...dollars, allowsNegative: true }).value).toBe(-500);
  });

  it("keeps its number when the currency changes, or is cleared if that has too few decimals", () => {
    expect(inCurrency(1200, "USD", "EUR")).toBe(1200);
    expect(inCurrency(1200, "USD", "JPY")).toBe(12);
    expect(inCurrency(1250, "USD", "JPY")).toBeNull();
    expect(inCurrency(12, "JPY", "USD")).toBe(1200);
    expect(inCurrency(null, "USD", "JPY")).toBeNull();
    expect(inCurrency(Number.NaN, "USD", "JPY")).toBeNaN();
  });

  it("round-trips", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("USD", "JPY", "KWD").chain((currency) =>
          fc.record({
            currency: fc.constant(currency),
            minor: fc.integer({ min: 0, max: maxMoney(currency) }),
          }),
        ),
        ({ currency, minor }) => {
          const text = moneyInputText(money(minor), currency);
          expect(readMoneyInput(text, { currency, allowsNegative: false }).value).toBe(minor);
        },
      ),
    );
    expect(moneyInputText(null, "USD")).toBe("");
  });
});
