import { addMoney, type Money } from "#shared/money.ts";
import type { Plan } from "./series/carry.ts";

/**
 * Estimates of two categories in one budget before and after the first merges into the second; null if a category isn't
 * in the budget.
 */
export type BudgetEstimates = {
  budgetId: number;
  estimate: Money;
  /** Absent before there were series. */
  plan?: Plan | null;
  startsFresh?: boolean;
  intoBefore: Money | null;
  intoAfter: Money | null;
};

/**
 * Returns the changed estimates for each budget that has the merged category: the two estimates add up. With `into`
 * null, the category is deleted along with its estimate.
 */
export function moveEstimates(
  rows: readonly (Omit<BudgetEstimates, "intoBefore" | "intoAfter"> & { financialCategoryId: number })[],
  from: number,
  into: number | null,
): BudgetEstimates[] {
  const intoOf = new Map(
    rows.filter((row) => row.financialCategoryId === into).map((row) => [row.budgetId, row.estimate]),
  );
  return rows
    .filter((row) => row.financialCategoryId === from)
    .map(({ budgetId, estimate, plan = null, startsFresh = false }) => {
      const intoBefore = intoOf.get(budgetId) ?? null;
      return {
        budgetId,
        estimate,
        plan,
        startsFresh,
        intoBefore,
        intoAfter: into === null ? null : intoBefore === null ? estimate : addMoney(intoBefore, estimate),
      };
    });
}

/**
 * Returns the second category's estimate after an undo, given its current value `now` (null: not in the budget).
 * `undefined` means that it was changed since and stays.
 */
export function undoneEstimate(
  { intoBefore, intoAfter }: BudgetEstimates,
  now: Money | null,
): Money | null | undefined {
  return now === intoAfter ? intoBefore : undefined;
}
