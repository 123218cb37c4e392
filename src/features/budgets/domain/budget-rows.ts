import type { Money } from "#shared/money.ts";
import type { RowKind } from "#shared/row-kinds.ts";

/** Parts of a budget's rows that a list can be limited to; `all` is every row that isn't exempt. */
export const budgetParts = ["all", "counted", "income", "otherCurrencies", "removed"] as const;

export type BudgetPart = (typeof budgetParts)[number];

/** Period (both days included), currency, and banks of a budget, which select its rows. */
export type BudgetScope = {
  startDate: string;
  endDate: string;
  isoCurrencyCode: string;
  institutionAccessItemIds: ReadonlySet<number>;
};

/** The facts about a ledger row that decide its status in a budget. */
export type BudgetRow = {
  institutionAccessItemId: number;
  date: string;
  /** > 0 for money in, < 0 for money out. */
  amount: Money;
  isoCurrencyCode: string;
  financialCategoryId: number | null;
  /** Removed by the bank. */
  isRemoved: boolean;
  /** Kind that the row counts as (`shownKind` of the ledger). */
  kind: RowKind;
  /** The person's decision in this budget: exempt, not exempt, or none. */
  decision: boolean | null;
  /** Parts of a split row that count; none for a whole one. */
  parts?: readonly BudgetLine[];
};

/** Line that figures add up: a row, or a part of one. */
export type BudgetLine = Pick<BudgetRow, "amount" | "financialCategoryId">;

/** Status of a row in a budget. Each row has exactly one, so no money is counted twice or lost. */
export type RowStatus = "outside" | "exempt" | "removed" | "income" | "otherCurrency" | "counted";

/**
 * Returns the status of a row (docs/reference/money.md, "Budgets"). `server/rows/row-status.ts` has the same rule in
 * SQL; a test compares the two.
 */
export function rowStatusOf(row: BudgetRow, scope: BudgetScope): RowStatus {
  const { institutionAccessItemIds, startDate, endDate, isoCurrencyCode } = scope;
  if (!institutionAccessItemIds.has(row.institutionAccessItemId)) return "outside";
  if (row.date < startDate || row.date > endDate) return "outside";
  return statusInBudget({
    isExempt: row.decision ?? (row.kind === "transfer" || row.kind === "leftOut"),
    isRemoved: row.isRemoved,
    isIncome: row.kind === "income",
    isOwnCurrency: row.isoCurrencyCode === isoCurrencyCode,
  });
}

/** Returns what counts of a row: its parts that aren't left out, or itself (docs/reference/money.md, "Parts"). */
export function linesOf(row: BudgetRow): readonly BudgetLine[] {
  return row.parts === undefined || row.parts.length === 0 ? [row] : row.parts;
}

/** Returns the status of a row inside a budget; the first condition that holds decides. */
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
