import type { Money } from "#shared/money.ts";

/** The id that stands for "without a category" (docs/reference/product.md, "Budget screens"). */
export const uncategorizedId = -1;

/** How the rows of a budget that are not exempt can be cut; `all` is every one of them. */
export const budgetParts = [
  "all",
  "counted",
  "income",
  "otherCurrencies",
  "removed",
  "transferLike",
] as const;

export type BudgetPart = (typeof budgetParts)[number];

/** Which rows are a budget's, and in which currency it counts. Both days are included. */
export type BudgetScope = {
  startDate: string;
  endDate: string;
  isoCurrencyCode: string;
  institutionAccessItemIds: ReadonlySet<number>;
};

/** What a budget needs to know of a row of the ledger. */
export type BudgetRow = {
  institutionAccessItemId: number;
  date: string;
  /** In > 0, out < 0. */
  amount: Money;
  isoCurrencyCode: string;
  financialCategoryId: number | null;
  /** The bank has taken it back. */
  isRemoved: boolean;
  /** By the bank's category or as a linked payment. */
  isIncome: boolean;
  /** The person's "Count it". */
  countsAsSpending: boolean;
  /** The other side of the transfer is on a linked account too. */
  isPaired: boolean;
  /** The bank calls it a transfer or the payment of a card. */
  looksLikeTransfer: boolean;
  /** What the person decided in this budget: exempt, not exempt, or nothing. */
  decision: boolean | null;
};

/** Where a row stands in a budget: exactly one of these, so that no money is in two places or in none. */
export type RowStatus = "outside" | "exempt" | "removed" | "income" | "otherCurrency" | "counted";

/** docs/reference/money.md, "Budgets"; the same in SQL is `server/rows/row-status.ts`, and a test holds both against each other. */
export function rowStatusOf(row: BudgetRow, scope: BudgetScope): RowStatus {
  const { institutionAccessItemIds, startDate, endDate, isoCurrencyCode } = scope;
  if (!institutionAccessItemIds.has(row.institutionAccessItemId)) return "outside";
  if (row.date < startDate || row.date > endDate) return "outside";
  return statusInBudget({
    isExempt: row.decision ?? row.isPaired,
    isRemoved: row.isRemoved,
    isIncomeNotCounted: row.isIncome && !row.countsAsSpending,
    isOwnCurrency: row.isoCurrencyCode === isoCurrencyCode,
  });
}

/** Where a row that is in the budget stands, from what is known of it: the first that is true decides. */
export function statusInBudget(row: {
  isExempt: boolean;
  isRemoved: boolean;
  isIncomeNotCounted: boolean;
  isOwnCurrency: boolean;
}): Exclude<RowStatus, "outside"> {
  if (row.isExempt) return "exempt";
  if (row.isRemoved) return "removed";
  if (row.isIncomeNotCounted) return "income";
  return row.isOwnCurrency ? "counted" : "otherCurrency";
}

/** Whether "n look like transfers · exempt all" is about this row: it would count, and nobody has said that it shall. */
export function isTransferSuggestion(row: BudgetRow, scope: BudgetScope): boolean {
  const status = rowStatusOf(row, scope);
  return (
    (status === "counted" || status === "otherCurrency") && row.looksLikeTransfer && row.decision === null
  );
}
