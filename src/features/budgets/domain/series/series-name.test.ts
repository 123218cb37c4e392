import { expect, it } from "vitest";
import { nameOfPeriod, patternOf } from "./series-name.ts";

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };

it.each([
  ["November 2026", "month", { startDate: "2026-12-01", endDate: "2026-12-31" }, "December 2026"],
  ["Home, november 2026", "month", { startDate: "2027-01-01", endDate: "2027-01-31" }, "Home, January 2027"],
  ["İzmir November 2026", "month", { startDate: "2026-12-01", endDate: "2026-12-31" }, "İzmir December 2026"],
  ["Taxes 2026", "year", { startDate: "2027-11-01", endDate: "2028-10-31" }, "Taxes 2027"],
  ["Groceries", "month", { startDate: "2026-12-01", endDate: "2026-12-31" }, "Groceries"],
  ["November 2026", "week", { startDate: "2026-12-01", endDate: "2026-12-07" }, "Dec 1–7, 2026"],
  [
    "Nov 1–30, 2026",
    "day",
    { startDate: "2026-12-31", endDate: "2027-01-13" },
    "Dec 31, 2026 – Jan 13, 2027",
  ],
] as const)("the name %s of a budget per %s becomes that of each period", (name, unit, period, expected) => {
  const pattern = patternOf(name, november, { every: 1, unit });
  expect(nameOfPeriod(pattern, period)).toBe(expected);
});
