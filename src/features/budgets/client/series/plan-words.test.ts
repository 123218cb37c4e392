import { expect, it } from "vitest";
import { carriedText } from "./plan-words.ts";

it.each([
  [{ estimate: 400, carried: 35, available: 435 }, "$400.00 + $35.00 carried = $435.00 available"],
  [{ estimate: 10, carried: -4, available: 6 }, "$10.00 − $4.00 overspent before = $6.00 available"],
  [{ estimate: 10, carried: -15, available: -5 }, "$10.00 − $15.00 overspent before = $5.00 short"],
  [{ estimate: 10, carried: 0, available: 10 }, null],
])("what a category carries is said without an amount below zero (%o)", (row, text) => {
  expect(carriedText(row, "USD")).toBe(text);
});
