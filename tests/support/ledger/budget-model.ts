import type { RowGroup } from "#features/budgets/domain/budget-figures.ts";
import { statusInBudget, type RowStatus } from "#features/budgets/domain/budget-rows.ts";
import type { Money } from "#shared/money.ts";
import type { RowKind } from "#shared/row-kinds.ts";

/* Rows of a budget one by one, beside which tests hold what the database selects, groups and sums. */

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

/**
 * Returns the status of a row (docs/reference/money.md, "Budgets"). The part
 * outside of the budget is the test's own; the rest is the site's.
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

/** Groups rows the way the database does, one row or part per group. */
export function rowGroups(rows: readonly BudgetRow[], scope: BudgetScope): RowGroup[] {
  return rows.flatMap((row) => {
    const status = rowStatusOf(row, scope);
    if (status === "outside") return [];
    const { isoCurrencyCode } = row;
    const lines = linesOf(row);
    return lines.map(({ financialCategoryId, amount }, index) => ({
      status,
      financialCategoryId,
      isoCurrencyCode,
      count: lines.findIndex((line) => line.financialCategoryId === financialCategoryId) === index ? 1 : 0,
      rowCount: index === 0 ? 1 : 0,
      amount,
    }));
  });
}
