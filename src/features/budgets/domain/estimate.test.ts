import { describe, expect, it } from "vitest";
import { maxMoney, money } from "#shared/money.ts";
import { readEstimate, rescaleEstimate } from "./estimate.ts";

describe("an estimate", () => {
  it("is zero or more, with at most the currency's decimals", () => {
    expect(readEstimate(12.5, "USD")).toMatchObject({ ok: true, value: 1250 });
    expect(readEstimate(0, "USD")).toMatchObject({ ok: true, value: 0 });
    expect(readEstimate(-1, "USD")).toMatchObject({ ok: false, message: "Enter zero or more." });
    expect(readEstimate(12.5, "JPY")).toMatchObject({ ok: false, message: "Use no decimals for JPY." });
  });

  it("keeps its number of units in another currency", () => {
    expect(rescaleEstimate(money(10_049), "USD", "JPY")).toBe(100);
    expect(rescaleEstimate(money(10_050), "USD", "JPY")).toBe(101);
    expect(rescaleEstimate(money(100), "JPY", "KWD")).toBe(100_000);
    expect(rescaleEstimate(money(123), "USD", "EUR")).toBe(123);
    expect(rescaleEstimate(maxMoney("USD"), "USD", "JPY")).toBe(maxMoney("JPY"));
  });
});
