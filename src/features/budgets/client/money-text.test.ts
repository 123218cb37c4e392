import { expect, it } from "vitest";
import { isRefund, magnitudeText } from "./money-text.ts";

it("formats amounts without their sign", () => {
  expect(magnitudeText(-5, "USD")).toBe("$5.00");
  expect([-0.01, 0, 5].map(isRefund)).toEqual([true, false, false]);
});
