import { addMoney, type Money } from "#shared/money.ts";

/** The estimates of two categories in one budget as the first goes into the second; null where one was not in it. */
export type BudgetEstimates = {
  budgetId: number;
  estimate: Money;
  intoBefore: Money | null;
  intoAfter: Money | null;
};

/**
 * What a move of one category into another makes of the estimates, for each budget that has the first: they add up.
 * `into` null: the category is deleted and its estimate with it.
 */
export function moveEstimates(
  rows: readonly { budgetId: number; financialCategoryId: number; estimate: Money }[],
  from: number,
  into: number | null,
): BudgetEstimates[] {
  const intoOf = new Map(
    rows.filter((row) => row.financialCategoryId === into).map((row) => [row.budgetId, row.estimate]),
  );
  return rows
    .filter((row) => row.financialCategoryId === from)
    .map(({ budgetId, estimate }) => {
      const intoBefore = intoOf.get(budgetId) ?? null;
      return {
        budgetId,
        estimate,
        intoBefore,
        intoAfter: into === null ? null : intoBefore === null ? estimate : addMoney(intoBefore, estimate),
      };
    });
}

/**
 * What undoing a move makes of the second category's estimate in a budget, from what it is `now` (null: not in the
 * budget). `undefined`: somebody has changed it since, and it stays.
 */
export function undoneEstimate(
  { intoBefore, intoAfter }: BudgetEstimates,
  now: Money | null,
): Money | null | undefined {
  return now === intoAfter ? intoBefore : undefined;
}
