import { expect, it } from "vitest";
import { isRefund, magnitudeText, shortMoneyText } from "./money-text.ts";

it("formats amounts without their sign", () => {
  expect(magnitudeText(-5, "USD")).toBe("$5.00");
  expect([-0.01, 0, 5].map(isRefund)).toEqual([true, false, false]);
});

it("shortens amounts for tight spaces", () => {
  expect([0, 840.4, 3160, 1_250_000].map((units) => shortMoneyText(units, "USD"))).toEqual([
    "$0",
    "$840",
    "$3.2K",
    "$1.3M",
  ]);
});
