import { expect, it } from "vitest";
import { isRefund, magnitudeText, shortMoneyText } from "./money-text.ts";

it("amounts can be told without their direction", () => {
  expect(magnitudeText(-5, "USD")).toBe("$5.00");
  expect([-0.01, 0, 5].map(isRefund)).toEqual([true, false, false]);
});

it("amounts are short where there is little room", () => {
  expect([0, 840.4, 3160, 1_250_000].map((units) => shortMoneyText(units, "USD"))).toEqual([
    "$0",
    "$840",
    "$3.2K",
    "$1.3M",
  ]);
});
