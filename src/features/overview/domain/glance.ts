import { formatMoney, ofUnits } from "#shared/money.ts";
import type { BudgetFacts } from "./budgets-of-today.ts";
import type { CurrencyFigures } from "./overview-figures.ts";

/** Figure of the finance area with its label. */
export type Glance = { label: string; value: string; budgetId?: number };

/**
 * Returns the current budget and this month's received and due income by currency. Balances are left to the totals above
 * the bank cards, which account for accounts linked twice.
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

/** Formats an amount in currency units. */
export function amountText(units: number, isoCurrencyCode: string): string {
  return formatMoney(ofUnits(units, isoCurrencyCode), isoCurrencyCode);
}
