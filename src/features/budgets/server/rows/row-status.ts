import { and, between, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import {
  countsInBudgets,
  isAtBank,
  isLikelyTransfer,
  isListed,
  isPairedTransfer,
  searchCondition,
} from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { uncategorizedId, type BudgetPart, type RowStatus } from "../../domain/budget-rows.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";

/*
 * `domain/budget-rows.ts` in SQL over `transactions`; a test holds both against each other on random ledgers.
 */

/** What the queries of one budget need to know of it. */
export type BudgetRef = {
  budgetId: number;
  userId: string;
  startDate: string;
  endDate: string;
  isoCurrencyCode: string;
  institutionAccessItemIds: readonly number[];
};

/** Which rows of a budget are meant: the filter of the list (`contract.ts`). */
export type RowFilter = {
  excluded: boolean;
  financialCategoryId?: number | undefined;
  part?: BudgetPart | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

type StatusSql = SQL<Exclude<RowStatus, "outside">>;

/** Rows of the budget's institutions in its period, exempt or not: those that are shown, or all that can be marked. */
export function isInBudget(
  { userId, startDate, endDate, institutionAccessItemIds }: BudgetRef,
  areMeant: SQL<boolean> = isListed,
): SQL {
  return allOf(
    eq(transactions.userId, userId),
    inArray(transactions.institutionAccessItemId, [...institutionAccessItemIds]),
    between(transactions.date, startDate, endDate),
    areMeant,
  );
}

/** The ids that somebody has decided about in a budget are few: read once, not again for each row. */
function decidedIn(budgetId: number, isExempt: boolean): SQL {
  return sql`(select ${budgetExemptions.transactionId} from ${budgetExemptions}
    where ${budgetExemptions.budgetId} = ${budgetId} and ${budgetExemptions.isExempt} = ${isExempt})`;
}

/** Whether a row that is in the budget is exempt there. */
export function isExempt(budgetId: number): SQL<boolean> {
  return sql`(${transactions.transactionId} in ${decidedIn(budgetId, true)}
    or (${isPairedTransfer} and ${transactions.transactionId} not in ${decidedIn(budgetId, false)}))`;
}

/** A row's status in a budget, as text; `exempt` says whether it is exempt there. */
export function statusSql(exempt: SQL, isoCurrencyCode: SQL): StatusSql {
  return sql`case when ${exempt} then 'exempt' when not ${isAtBank} then 'removed' when not ${countsInBudgets} then 'income'
    when ${transactions.isoCurrencyCode} = ${isoCurrencyCode} then 'counted' else 'otherCurrency' end`;
}

/** The status of rows that are in a budget. */
export function statusIn({ budgetId, isoCurrencyCode }: BudgetRef): StatusSql {
  return statusSql(isExempt(budgetId), sql`${isoCurrencyCode}`);
}

/** Whether AcceptTransfers would exempt a row that is in the budget. */
export function isSuggestion({ budgetId }: BudgetRef): SQL<boolean> {
  return sql`(${isLikelyTransfer} and ${countsInBudgets} and ${transactions.transactionId} not in (
    select ${budgetExemptions.transactionId} from ${budgetExemptions} where ${budgetExemptions.budgetId} = ${budgetId}))`;
}

/** The rows of a budget that a filter means. */
export function matchesFilter(budget: BudgetRef, filter: RowFilter): SQL {
  const { excluded, financialCategoryId, from, to, q } = filter;
  const part = filter.part ?? (financialCategoryId === undefined ? "all" : "counted");
  return allOf(
    isInBudget(budget),
    excluded ? isExempt(budget.budgetId) : isInPart(budget, part),
    financialCategoryId === undefined ? undefined : hasCategory(financialCategoryId),
    from === undefined ? undefined : sql`${transactions.date} >= ${from}`,
    to === undefined ? undefined : sql`${transactions.date} <= ${to}`,
    searchCondition(q),
  );
}

function isInPart(budget: BudgetRef, part: BudgetPart): SQL {
  if (part === "all") return sql`not ${isExempt(budget.budgetId)}`;
  if (part === "transferLike") return isSuggestion(budget);
  return sql`${statusIn(budget)} = ${partStatuses[part]}`;
}

const partStatuses = {
  counted: "counted",
  income: "income",
  otherCurrencies: "otherCurrency",
  removed: "removed",
} as const;

function hasCategory(financialCategoryId: number): SQL {
  return financialCategoryId === uncategorizedId
    ? isNull(transactions.financialCategoryId)
    : eq(transactions.financialCategoryId, financialCategoryId);
}

function allOf(...conditions: (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`false`;
}
