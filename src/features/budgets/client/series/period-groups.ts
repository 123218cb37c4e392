import { countWords } from "#shared/text/counts.ts";
import type { BudgetListRow } from "../../contract.ts";
import { isCurrent } from "../estimate/budget-progress.ts";

/** A budget, and the other periods of its series, newest first. */
export type PeriodGroup = { shown: BudgetListRow; others: BudgetListRow[] };

/**
 * Groups the periods of each series of a list that is newest first: the current one is shown, else the last one that has
 * started, else the first. Groups come in the order of what they show.
 */
export function periodGroups(budgets: readonly BudgetListRow[], today: string): PeriodGroup[] {
  const groups = Map.groupBy(budgets, ({ budgetId, seriesId }) =>
    seriesId === null ? `budget ${budgetId}` : `series ${seriesId}`,
  );
  const shownOf = (periods: readonly BudgetListRow[]) =>
    periods.find((one) => isCurrent(one, today)) ??
    periods.find(({ startDate }) => startDate <= today) ??
    periods.at(-1);
  return [...groups.values()]
    .flatMap((periods) => {
      const shown = shownOf(periods);
      return shown === undefined ? [] : [{ shown, others: periods.filter((one) => one !== shown) }];
    })
    .toSorted((a, b) => budgets.indexOf(a.shown) - budgets.indexOf(b.shown));
}

/** "2 other periods": what is folded below the period that is shown. */
export function othersText(count: number): string {
  return countWords(count, "other period");
}
