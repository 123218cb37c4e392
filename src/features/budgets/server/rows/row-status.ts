import { and, between, eq, Placeholder, sql, type SQL, type SQLChunk } from "drizzle-orm";
import {
  countsInBudgets,
  isAtBank,
  isInCategory,
  isListed,
  startsExempt,
  searchCondition,
} from "#features/transactions/server/index.ts";
import { isLine, isSplit, transactionParts } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { ValuesOrTerms } from "#server/database/kept-plan.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { BudgetPart, RowStatus } from "../../domain/budget-rows.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";

/* `domain/budget-rows.ts` in SQL over `transactions`; a test compares the two on random ledgers. */

/** The facts about a budget that its queries need. */
export type BudgetRef = {
  budgetId: number;
  userId: string;
  startDate: string;
  endDate: string;
  isoCurrencyCode: string;
  institutionAccessItemIds: readonly number[];
};

export type BudgetTerms = ValuesOrTerms<BudgetRef>;

/** Filter of a list of rows (`contract.ts`). */
export type RowFilter = {
  excluded: boolean;
  financialCategoryId?: number | undefined;
  part?: BudgetPart | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
};

type StatusSql = SQL<Exclude<RowStatus, "outside">>;

/**
 * Condition for rows of the budget's banks in its period, exempt or not, limited to visible rows unless `areMeant` says
 * otherwise.
 */
export function isInBudget(
  { userId, startDate, endDate, institutionAccessItemIds }: BudgetTerms,
  areMeant: SQL<boolean> = isListed,
): SQL {
  return allOf(
    eq(transactions.userId, userId),
    sql`${transactions.institutionAccessItemId} = any(${listTerm(institutionAccessItemIds)}::int[])`,
    between(transactions.date, startDate, endDate),
    areMeant,
  );
}

/** Returns a list as one value of a query. */
export function listTerm(list: readonly number[] | Placeholder): SQLChunk {
  return list instanceof Placeholder ? list : sql.param([...list]);
}

/** Subquery of the ids with a decision in a budget. They are few, so it runs once instead of once per row. */
function decidedIn(budgetId: number | SQL | Placeholder, isExempt: boolean): SQL {
  return sql`(select ${budgetExemptions.transactionId} from ${budgetExemptions}
    where ${budgetExemptions.budgetId} = ${budgetId} and ${budgetExemptions.isExempt} = ${isExempt})`;
}

/** Condition for rows of a budget that are exempt in it. */
export function isExempt(budgetId: number | SQL | Placeholder): SQL<boolean> {
  return sql`(${transactions.transactionId} in ${decidedIn(budgetId, true)}
    or (${startsExempt} and ${transactions.transactionId} not in ${decidedIn(budgetId, false)}))`;
}

/** Expression for a row's status in a budget as text; `exempt` is the condition for exempt rows. */
export function statusSql(exempt: SQL, isoCurrencyCode: SQL): StatusSql {
  return sql`case when ${exempt} then 'exempt' when not ${isAtBank} then 'removed' when not ${countsInBudgets} then 'income'
    when ${transactions.isoCurrencyCode} = ${isoCurrencyCode} then 'counted' else 'otherCurrency' end`;
}

/** Expression for the status of a row inside a budget. */
export function statusIn({ budgetId, isoCurrencyCode }: BudgetTerms): StatusSql {
  return statusSql(isExempt(budgetId), sql`${isoCurrencyCode}`);
}

/** Condition for rows of a budget about which the person hasn't decided in it. */
export function isUndecided({ budgetId }: BudgetTerms): SQL<boolean> {
  return sql`(${transactions.transactionId} not in (
    select ${budgetExemptions.transactionId} from ${budgetExemptions} where ${budgetExemptions.budgetId} = ${budgetId}))`;
}

/** Condition for rows of a budget that match a filter. A split row has the categories of its parts. */
export function matchesFilter(budget: BudgetTerms, filter: RowFilter): SQL {
  const { financialCategoryId } = filter;
  return allOf(
    matchesOtherwise(budget, filter),
    financialCategoryId === undefined ? undefined : hasCategory(financialCategoryId),
  );
}

/** Condition for lines (`ledgerLines`) of the rows that match a filter; with a category, only those in it. */
export function matchesLine(budget: BudgetTerms, filter: RowFilter): SQL {
  const { financialCategoryId, q, ...rest } = filter;
  // Words are looked for in whole rows.
  const isFound = sql`${transactions.transactionId} in (select ${transactions.transactionId} from ${transactions}
    where ${transactions.userId} = ${budget.userId} and ${searchCondition(q) ?? sql`true`})`;
  return allOf(
    matchesOtherwise(budget, { ...rest, financialCategoryId }),
    isLine,
    financialCategoryId === undefined ? undefined : isInCategory(financialCategoryId),
    searchCondition(q) === undefined ? undefined : isFound,
  );
}

function matchesOtherwise(budget: BudgetTerms, filter: RowFilter): SQL {
  const { excluded, financialCategoryId, from, to, q } = filter;
  const part = filter.part ?? (financialCategoryId === undefined ? "all" : "counted");
  return allOf(
    isInBudget(budget),
    excluded ? isExempt(budget.budgetId) : isInPart(budget, part),
    from === undefined ? undefined : sql`${transactions.date} >= ${from}`,
    to === undefined ? undefined : sql`${transactions.date} <= ${to}`,
    searchCondition(q),
  );
}

function isInPart(budget: BudgetTerms, part: BudgetPart): SQL {
  if (part === "all") return sql`not ${isExempt(budget.budgetId)}`;
  return sql`${statusIn(budget)} = ${partStatuses[part]}`;
}

const partStatuses = {
  counted: "counted",
  income: "income",
  otherCurrencies: "otherCurrency",
  removed: "removed",
} as const;

function hasCategory(financialCategoryId: number): SQL {
  const isOfPart = isInCategory(financialCategoryId, transactionParts.financialCategoryId);
  return sql`(${isInCategory(financialCategoryId)} ${financialCategoryId === uncategorizedId ? sql`and not ${isSplit}` : sql``}
    or ${transactions.transactionId} in (select ${transactionParts.transactionId} from ${transactionParts}
      where ${isOfPart} and not ${transactionParts.leftOut}))`;
}

function allOf(...conditions: (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`false`;
}
