import { and, sql } from "drizzle-orm";
import {
  countsInBudgets,
  isAtBank,
  isListed,
  isPairedTransfer,
} from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { moneyFromSum, negateMoney, type Money } from "#shared/money.ts";
import type { RowGroup } from "../domain/budget-figures.ts";
import { standingInside } from "../domain/budget-rows.ts";
import { isThere, newestFirst, type NamedPeriod, type Owner } from "./budget-heads.ts";
import {
  budgetAccessItems,
  budgetCategories,
  budgetExemptions,
  budgets,
} from "#server/tables/budget-tables.ts";
import { isExempt, isInBudget, isSuggestion, standingSql, type BudgetRef } from "./rows/row-standing.ts";

type DaySum = { date: string; sum: Money };

type GroupRow = {
  is_exempt: boolean;
  is_removed: boolean;
  is_uncounted: boolean;
  is_suggestion: boolean;
  financial_category_id: number | null;
  iso_currency_code: string;
  row_count: number;
  amount: string;
};
/** `day` is null in groups; `counted` is null on days of which nothing counts. */
type GroupedRow = (GroupRow & { day: null }) | { day: string; counted: string | null };

/**
 * The rows of a budget in groups, and its spending by day, in one pass over them. Grouped by booleans and not by the
 * standing's name, of which the planner would expect hundreds and sort the rows instead of hashing them; `offset 0`
 * has each condition worked out once a row.
 */
export async function readGroups(
  tx: Transaction,
  budget: BudgetRef,
): Promise<{ groups: RowGroup[]; days: DaySum[] }> {
  const { isoCurrencyCode } = budget;
  const flags = sql`is_exempt, is_removed, is_uncounted, is_suggestion`;
  const { rows } = await tx.execute<GroupedRow>(sql`
    select ${flags}, financial_category_id, iso_currency_code, date::text as day,
      count(*)::int as row_count, sum(amount)::text as amount,
      (sum(amount) filter (where not is_exempt and not is_uncounted and iso_currency_code = ${isoCurrencyCode}))::text as counted
    from (
      select ${isExempt(budget.budgetId)} as is_exempt, not ${isAtBank} as is_removed,
        not ${countsInBudgets} as is_uncounted, ${isSuggestion(budget)} as is_suggestion,
        ${transactions.financialCategoryId}, ${transactions.isoCurrencyCode}, ${transactions.date}, ${transactions.amount}
      from ${transactions} where ${isInBudget(budget)} offset 0
    ) as budget_rows
    group by grouping sets ((${flags}, financial_category_id, iso_currency_code), (date))
    order by date`);
  const groups: RowGroup[] = [];
  const days: DaySum[] = [];
  for (const row of rows) {
    if (row.day === null) groups.push(rowGroup(row, isoCurrencyCode));
    else if (row.counted !== null) days.push({ date: row.day, sum: negateMoney(moneyFromSum(row.counted)) });
  }
  return { groups, days };
}

function rowGroup(row: GroupRow, isoCurrencyCode: string): RowGroup {
  return {
    standing: standingInside({
      isExempt: row.is_exempt,
      isRemoved: row.is_removed,
      isIncomeNotCounted: row.is_uncounted,
      isOwnCurrency: row.iso_currency_code === isoCurrencyCode,
    }),
    isTransferSuggestion: row.is_suggestion,
    financialCategoryId: row.financial_category_id,
    isoCurrencyCode: row.iso_currency_code,
    count: row.row_count,
    amount: moneyFromSum(row.amount),
  };
}

/** Every budget of a person with what is spent and estimated, newest first. */
export async function readTotals(
  tx: Transaction,
  owner: Owner,
): Promise<{ head: NamedPeriod; spent: Money; estimate: Money }[]> {
  const exempt = sql`coalesce(${budgetExemptions.isExempt}, ${isPairedTransfer})`;
  const spent = sql`(
    select sum(${transactions.amount}) from ${transactions}
    join ${budgetAccessItems} on ${budgetAccessItems.budgetId} = ${budgets.budgetId}
      and ${budgetAccessItems.institutionAccessItemId} = ${transactions.institutionAccessItemId}
    left join ${budgetExemptions} on ${budgetExemptions.budgetId} = ${budgets.budgetId}
      and ${budgetExemptions.transactionId} = ${transactions.transactionId}
    where ${transactions.userId} = ${owner.userId} and ${isListed}
      and ${transactions.date} between ${budgets.startDate} and ${budgets.endDate}
      and ${standingSql(exempt, sql`${budgets.isoCurrencyCode}`)} = 'counted')`;
  const estimate = sql`(select sum(${budgetCategories.estimate}) from ${budgetCategories}
    where ${budgetCategories.budgetId} = ${budgets.budgetId})`;
  const rows = await tx
    .select({
      budgetId: budgets.budgetId,
      name: budgets.name,
      startDate: budgets.startDate,
      endDate: budgets.endDate,
      isoCurrencyCode: budgets.isoCurrencyCode,
      amount: sql<string | null>`${spent}::text`,
      estimate: sql<string | null>`${estimate}::text`,
    })
    .from(budgets)
    .where(isThere(owner))
    .orderBy(newestFirst);
  return rows.map(({ amount, estimate: estimated, budgetId, name, startDate, endDate, isoCurrencyCode }) => {
    const head = { budgetId, name, startDate, endDate, isoCurrencyCode };
    return { head, spent: negateMoney(moneyFromSum(amount)), estimate: moneyFromSum(estimated) };
  });
}

/** The budget that covers a day; of several the one with the latest start (docs/reference/product.md, "Routes"). */
export async function findForDay(tx: Transaction, owner: Owner, day: string): Promise<number | null> {
  const [row] = await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(and(isThere(owner), sql`${day} between ${budgets.startDate} and ${budgets.endDate}`))
    .orderBy(newestFirst)
    .limit(1);
  return row?.budgetId ?? null;
}
