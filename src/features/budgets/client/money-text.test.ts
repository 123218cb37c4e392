import { describe, expect, it } from "vitest";
import { estimateMoney, isRefund, magnitudeText, moneyText, shortMoneyText } from "./money-text.ts";

describe("amounts as the server sends them", () => {
  it("are written with their currency and its decimals", () => {
    expect(moneyText(1234.5, "USD")).toBe("$1,234.50");
    expect(moneyText(-5, "USD")).toBe("-$5.00");
    expect(moneyText(1500, "JPY")).toBe("¥1,500");
  });

  it("can be told without their direction", () => {
    expect(magnitudeText(-5, "USD")).toBe("$5.00");
    expect([-0.01, 0, 5].map(isRefund)).toEqual([true, false, false]);
  });

  it("may be sums beyond what can be entered", () => {
    expect(moneyText(12_345_678_901.25, "USD")).toBe("$12,345,678,901.25");
  });

  it("become minor units for a field, digit for digit", () => {
    expect(estimateMoney(0.29, "USD")).toBe(29);
    expect(estimateMoney(1500, "JPY")).toBe(1500);
    expect(estimateMoney(1.234, "USD")).toBe(0);
  });

  it("are short where there is little room", () => {
    expect([0, 840.4, 3160, 1_250_000].map((units) => shortMoneyText(units, "USD"))).toEqual([
      "$0",
      "$840",
      "$3.2K",
      "$1.3M",
    ]);
  });
});
