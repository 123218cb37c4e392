import { formatMoney, ofUnits } from "#shared/money.ts";
import type { BudgetFacts } from "./budgets-of-today.ts";
import type { CurrencyFigures } from "./overview-figures.ts";

/** One figure of the finance area, in words. */
export type Glance = { label: string; value: string; budgetId?: number };

/**
 * Today's budget, and by currency what income came of what is due this month; only what there is. Balances are not told
 * here: the sums beside the cards know of accounts that are linked twice.
 */
export function glanceOf(currentBudget: BudgetFacts | null, figures: readonly CurrencyFigures[]): Glance[] {
  return [
    ...(currentBudget === null ? [] : [budgetGlance(currentBudget)]),
    ...figures
      .filter(({ incomeDue, incomePaid }) => incomeDue > 0 || incomePaid > 0)
      .map(({ isoCurrencyCode, incomePaid, incomeDue }) => ({
        label: `Income this month, ${isoCurrencyCode}`,
        value: `${amountText(incomePaid, isoCurrencyCode)} of ${amountText(incomeDue, isoCurrencyCode)}`,
      })),
  ];
}

function budgetGlance({
  budgetId,
  budgetName,
  transactionsTotal,
  plannedTotal,
  estimateTotal,
  isoCurrencyCode,
}: BudgetFacts): Glance {
  return {
    label: `Budget ${budgetName}`,
    value:
      estimateTotal > 0
        ? `${amountText(plannedTotal, isoCurrencyCode)} of ${amountText(estimateTotal, isoCurrencyCode)}`
        : `${amountText(transactionsTotal, isoCurrencyCode)} spent`,
    budgetId,
  };
}

/** An amount in units of its currency as people read it. */
export function amountText(units: number, isoCurrencyCode: string): string {
  return formatMoney(ofUnits(units, isoCurrencyCode), isoCurrencyCode);
}
