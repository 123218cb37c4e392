import { describe, expect, it } from "vitest";
import { glanceOf } from "./glance.ts";

const nothing = { onDeposit: 10, owed: 0, incomeDue: 0, incomePaid: 0, incomeOverdue: 0 };
const budget = {
  budgetId: 3,
  budgetName: "November 2026",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  transactionsTotal: 820.5,
  plannedTotal: 620.5,
  estimateTotal: 1000,
  plannedPercent: 62,
  isoCurrencyCode: "USD",
};

describe("the finance area at a glance", () => {
  it("shows the current budget and this month's income by currency", () => {
    const figures = [
      { ...nothing, isoCurrencyCode: "EUR", incomePaid: 40 },
      { ...nothing, isoCurrencyCode: "JPY" },
      { ...nothing, isoCurrencyCode: "USD", owed: 1312.4, incomeDue: 3600, incomePaid: 2400 },
    ];
    expect(glanceOf(budget, figures)).toEqual([
      { label: "Budget November 2026", value: "$620.50 of $1,000.00", budgetId: 3 },
      { label: "Income this month, EUR", value: "€40.00 of €0.00" },
      { label: "Income this month, USD", value: "$2,400.00 of $3,600.00" },
    ]);
  });

  it("shows only the amount spent without an estimate", () => {
    expect(glanceOf({ ...budget, estimateTotal: 0 }, [])[0]?.value).toBe("$820.50 spent");
  });

  it("is empty without budgets and income", () => {
    expect(glanceOf(null, [{ ...nothing, isoCurrencyCode: "USD" }])).toEqual([]);
  });
});
