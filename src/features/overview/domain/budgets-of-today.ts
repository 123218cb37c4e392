/** Fields of a budget used in the overview (`GetBudgets`). */
export type BudgetFacts = {
  budgetId: number;
  budgetName: string;
  startDate: string;
  endDate: string;
  transactionsTotal: number;
  estimateTotal: number;
  availableTotal: number;
  plannedTotal: number;
  plannedPercent: number;
  isoCurrencyCode: string;
};

/** Returns budgets that cover `today` (`YYYY-MM-DD`) and exceed what is available, their estimate and what they carry; unplanned spending doesn't count. */
export function budgetsOverEstimate<Budget extends BudgetFacts>(
  budgets: readonly Budget[],
  today: string,
): Budget[] {
  return budgets.filter(
    ({ startDate, endDate, plannedPercent }) =>
      startDate <= today && today <= endDate && plannedPercent > 100,
  );
}
