import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { budgetPace } from "./budget-pace.ts";

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };

describe("spending against an even pace", () => {
  it("accumulates from the first day", () => {
    const days = [
      { date: "2026-11-02", sum: money(1000), planned: money(600) },
      { date: "2026-11-05", sum: money(-300), planned: money(0) },
      { date: "2026-11-21", sum: money(50), planned: money(-20) },
    ];
    expect(budgetPace(november, "2026-11-21", money(30_000), days)).toEqual({
      today: "2026-11-21",
      dayCount: 30,
      daysElapsed: 21,
      evenTotal: 21_000,
      days: [
        { date: "2026-11-02", sum: 1000, total: 1000, plannedTotal: 600 },
        { date: "2026-11-05", sum: -300, total: 700, plannedTotal: 600 },
        { date: "2026-11-21", sum: 50, total: 750, plannedTotal: 580 },
      ],
    });
  });

  it.each([
    ["2026-10-15", 0, 0],
    ["2026-11-01", 1, 333],
    ["2026-11-30", 30, 10_000],
    ["2027-03-01", 30, 10_000],
  ])("on %s covers %i days", (today, daysElapsed, evenTotal) => {
    expect(budgetPace(november, today, money(10_000), [])).toMatchObject({ daysElapsed, evenTotal });
  });
});
