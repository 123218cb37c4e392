import { eq, isNull, sql, type Column, type SQL } from "drizzle-orm";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { uncategorizedId, type RowKind } from "#shared/row-kinds.ts";

/*
 * What a row of the ledger is, as conditions over `transactions` for the queries of budgets, income and lists. None of
 * them is ever null.
 */

const hasParts = sql`exists (select from ${transactionParts} where ${transactionParts.transactionId} = ${transactions.transactionId})`;

function isMarkedOr(isParted: SQL): SQL<boolean> {
  return sql`((${transactions.categorySource} = 'person' and ${transactions.financialCategoryId} is not null) or ${transactions.chosenKind} is not null or (${transactions.note} is not null and ${transactions.noteRuleId} is null)
  or ${isParted}
  or exists (select from ${transactionTags} where ${transactionTags.transactionId} = ${transactions.transactionId} and ${transactionTags.ruleId} is null)
  or exists (select from ${budgetExemptions} where ${budgetExemptions.transactionId} = ${transactions.transactionId})
  or exists (select from ${incomePayments} where ${incomePayments.transactionId} = ${transactions.transactionId}))`;
}

/** The person, not a rule, has marked the row: chosen its category or kind, split, noted, or tagged it, decided about it in a budget, or linked it to income. */
export const isMarked: SQL<boolean> = isMarkedOr(hasParts);

/** The same, but parts that a file gave the row aren't the person's work. */
export const isTouched: SQL<boolean> = isMarkedOr(
  sql`(${transactions.categorySource} <> 'file' and ${hasParts})`,
);

/** Can be marked, because it isn't dismissed. Includes rows that just lost their last mark, so that undo finds them. */
export const isMarkable: SQL<boolean> = sql`(${transactions.dismissedAt} is null)`;

/**
 * Shown in lists: not dismissed, and still at the bank or kept for its marks (docs/reference/money.md, "Removed rows").
 * Every query that shows rows needs it.
 */
export const isListed: SQL<boolean> = sql`(${isMarkable} and (${transactions.removedByBankAt} is null or ${isMarked}))`;

/** Has one of these IDs, passed as a single parameter however many they are. */
export function hasId(ids: readonly number[]): SQL<boolean> {
  return sql`(${transactions.transactionId} = any(${sql.param([...ids])}::int[]))`;
}

/** Still at the bank. Rows it removed are listed with a flag and count nowhere (docs/reference/money.md, "Removed rows"). */
export const isAtBank: SQL<boolean> = sql`(${transactions.removedByBankAt} is null)`;

/** The row, or what has the column, is in a category; without one if it's `uncategorizedId`. */
export function isInCategory(
  financialCategoryId: number,
  column: Column = transactions.financialCategoryId,
): SQL {
  return financialCategoryId === uncategorizedId ? isNull(column) : eq(column, financialCategoryId);
}

/** Money in, still at the bank (docs/reference/money.md, "Money and sign"). */
export const isInflowRow: SQL<boolean> = sql`(${transactions.amount} > 0 and ${isAtBank})`;

/** Pays an income source or a bill. */
export const paysSource: SQL<boolean> = sql`(${transactions.transactionId} in (select ${incomePayments.transactionId} from ${incomePayments} where ${incomePayments.transactionId} is not null))`;

/** Pays an income source; a payment of a bill stays what it is. */
export const isIncomePayment: SQL<boolean> = sql`(${transactions.amount} > 0 and ${paysSource})`;

/** The kind that a row counts as: `shownKind` in SQL. */
export const rowKind: SQL<RowKind> = sql`(case when ${transactions.chosenKind} is null and ${isIncomePayment} then 'income' else ${transactions.kind} end)`;

/**
 * Counts as one of these kinds, the same as `rowKind` being among them. It tests the stored kind first, for which the planner knows how
 * many rows to expect: for `rowKind` it expects few, and sorts a whole ledger on disk instead of hashing it.
 */
export function isOfKind(kinds: readonly RowKind[]): SQL<boolean> {
  const isStored = sql`${transactions.kind} = any(${sql.param([...kinds])}::text[])`;
  const isIncome = sql`(${transactions.chosenKind} is null and ${isIncomePayment})`;
  return kinds.includes("income")
    ? sql`(${isStored} or ${isIncome})`
    : sql`(${isStored} and not ${isIncome})`;
}

/** Rows that budgets count, apart from exemptions: at the bank, and not income. */
export const countsInBudgets: SQL<boolean> = sql`(${isAtBank} and ${rowKind} <> 'income')`;

/** Exempt from budgets until the person restores it: transfers, and what is left out (docs/reference/money.md, "Kinds"). */
export const startsExempt: SQL<boolean> = sql`(${rowKind} in ('transfer', 'leftOut'))`;

/**
 * May be another row, which is still there, and the person hasn't said that it isn't (docs/reference/import-matching.md, "By
 * hand").
 */
export const isMaybe: SQL<boolean> = sql`(${transactions.maybeSameAs} is not null and not ${transactions.keptApart}
  and exists (select from ${transactions} other where other.transaction_id = ${transactions.maybeSameAs}
    and other.removed_by_bank_at is null and other.dismissed_at is null))`;

/** Its other side is on a linked account. */
export const isPairedTransfer: SQL<boolean> = sql`(${transactions.transferPairId} is not null)`;
