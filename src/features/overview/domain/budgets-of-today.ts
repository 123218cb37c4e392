/** What of a budget matters to the overview (`GetBudgets`). */
export type BudgetFacts = {
  budgetId: number;
  budgetName: string;
  startDate: string;
  endDate: string;
  transactionsTotal: number;
  estimateTotal: number;
  plannedTotal: number;
  plannedPercent: number;
  isoCurrencyCode: string;
};

/** Budgets that cover `today` (`YYYY-MM-DD`) and have overrun their estimates; unplanned spending overruns none. */
export function budgetsOverEstimate<Budget extends BudgetFacts>(
  budgets: readonly Budget[],
  today: string,
): Budget[] {
  return budgets.filter(
    ({ startDate, endDate, plannedPercent, estimateTotal }) =>
      startDate <= today && today <= endDate && plannedPercent > 100 && estimateTotal > 0,
  );
}
