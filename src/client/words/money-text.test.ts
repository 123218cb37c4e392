import { describe, expect, it } from "vitest";
import { moneyOf, moneyText, shortMoneyText, sumText } from "./money-text.ts";

describe("amounts from the server", () => {
  it("are formatted with their currency and its decimals", () => {
    expect(moneyText(1234.5, "USD")).toBe("$1,234.50");
    expect(moneyText(-5, "USD")).toBe("-$5.00");
    expect(moneyText(1500, "JPY")).toBe("¥1,500");
  });

  it("may exceed the input limit", () => {
    expect(moneyText(12_345_678_901.25, "USD")).toBe("$12,345,678,901.25");
    expect(sumText([12_345_678_901.25, 0.1, 0.2], "USD")).toBe("$12,345,678,901.55");
    expect(sumText([], "USD")).toBe("$0.00");
  });

  it("become exact minor units for a field", () => {
    expect(moneyOf(0.29, "USD")).toBe(29);
    expect(moneyOf(1500, "JPY")).toBe(1500);
    expect(moneyOf(1.234, "USD")).toBe(0);
  });
});

it("shortens amounts for tight spaces", () => {
  expect([0, -0.5, 2, 840.4, 3160, 1_250_000].map((units) => shortMoneyText(units, "USD"))).toEqual([
    "$0",
    "-$0.50",
    "$2",
    "$840",
    "$3.2K",
    "$1.3M",
  ]);
});
