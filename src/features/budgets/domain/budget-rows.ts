/** Parts of a budget's rows that a list can be limited to; `all` is every row that isn't exempt. */
export const budgetParts = ["all", "counted", "income", "otherCurrencies", "removed"] as const;

export type BudgetPart = (typeof budgetParts)[number];

/** Status of a row in a budget. Each row has exactly one, so no money is counted twice or lost. */
export type RowStatus = "outside" | "exempt" | "removed" | "income" | "otherCurrency" | "counted";

/**
 * Returns the status of a row inside a budget (docs/reference/money.md, "Budgets"); the first condition that holds decides.
 * `server/rows/row-status.ts` has the same rule in SQL; a test compares the two.
 */
export function statusInBudget(row: {
  isExempt: boolean;
  isRemoved: boolean;
  isIncome: boolean;
  isOwnCurrency: boolean;
}): Exclude<RowStatus, "outside"> {
  if (row.isExempt) return "exempt";
  if (row.isRemoved) return "removed";
  if (row.isIncome) return "income";
  return row.isOwnCurrency ? "counted" : "otherCurrency";
}
