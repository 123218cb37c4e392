import { expect, it } from "vitest";
import type { BudgetListRow } from "../../contract.ts";
import { periodGroups } from "./period-groups.ts";

function budget(budgetId: number, month: string, seriesId: number | null): BudgetListRow {
  const totals = { transactionsTotal: 0, estimateTotal: 0, availableTotal: 0, totalPercent: 0 };
  return {
    budgetId,
    budgetName: month,
    isDraft: false,
    dateRange: "",
    isoCurrencyCode: "USD",
    seriesId,
    ...totals,
    plannedTotal: 0,
    plannedPercent: 0,
    unplannedTotal: 0,
    startDate: `${month}-01`,
    endDate: `${month}-28`,
  };
}

const idsOf = (budgets: BudgetListRow[], today: string) =>
  periodGroups(budgets, today).map(({ shown, others }) => [
    shown.budgetId,
    others.map((one) => one.budgetId),
  ]);

it("shows the current period of a series, and folds the others", () => {
  const list = [
    budget(4, "2026-12", 1),
    budget(3, "2026-11", 1),
    budget(9, "2026-11", null),
    budget(2, "2026-10", 1),
  ];
  expect(idsOf(list, "2026-11-20")).toEqual([
    [3, [4, 2]],
    [9, []],
  ]);
});

it("shows the last one that has started if none is current, or the next one", () => {
  const list = [
    budget(5, "2027-02", 2),
    budget(4, "2027-01", 2),
    budget(3, "2026-11", 1),
    budget(2, "2026-10", 1),
  ];
  expect(idsOf(list, "2026-12-10")).toEqual([
    [4, [5]],
    [3, [2]],
  ]);
});
