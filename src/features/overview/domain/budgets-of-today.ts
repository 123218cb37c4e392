/** What of a budget matters to the overview (`GetBudgets`). */
export type BudgetFacts = {
  budgetId: number;
  budgetName: string;
  startDate: string;
  endDate: string;
  transactionsTotal: number;
  estimateTotal: number;
  totalPercent: number;
  isoCurrencyCode: string;
};

/** Budgets that cover `today` (`YYYY-MM-DD`) and have spent more than estimated. Without an estimate there is nothing to pass. */
export function budgetsOverEstimate<Budget extends BudgetFacts>(
  budgets: readonly Budget[],
  today: string,
): Budget[] {
  return budgets.filter(
    ({ startDate, endDate, totalPercent, estimateTotal }) =>
      startDate <= today && today <= endDate && totalPercent > 100 && estimateTotal > 0,
  );
}
