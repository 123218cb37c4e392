import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { isAtBank, isMarkable } from "#features/transactions/server/index.ts";
import { budgetCategories, budgetExemptions, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { isLine, ledgerLines, transactionParts } from "#server/tables/part-tables.ts";
import { categorySums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { moneyFromSum, negateMoney, type Money } from "#shared/money.ts";
import type { Plan } from "../../domain/series/carry.ts";
import { isNotDeleted, itemIds, newestFirst, type Owner } from "../budget-heads.ts";
import { isExempt, statusSql } from "./row-status.ts";

/** First day of the first whole month of the budget at hand, and last day of the last one; the wrong way round without any. */
const from = sql`date_trunc('month', ${budgets.startDate} + interval '1 month - 1 day')::date`;
const to = sql`(date_trunc('month', ${budgets.endDate} + interval '1 day') - interval '1 day')::date`;

/**
 * Subquery of what a person's budgets count by category: `budget_id`, `financial_category_id`, and `amount`; the category is 0
 * for none, and the amount the sum of the rows, not the spending. `areMeant` is the condition for the budgets.
 *
 * Whole months come from `category_sums`, other days from the rows (docs/decisions/0036-sums-kept-by-month.md). Rows of whole
 * months that have parts, payments, or a decision in the budget are few: they count as in `row-status.ts` instead of as in the sums.
 * All budgets are read at once, and rows only of those that need any, because each start of such a read takes longer than the sums.
 * With `offset 0` each reads its own days by the index; the planner would read the whole ledger for all.
 */
export function countedByCategory(userId: string, areMeant: SQL | undefined): SQL {
  const isOwn = sql`${transactions.userId} = ${userId} and ${transactions.institutionAccessItemId} = any(item_ids)`;
  const isCounted = sql`${isOwn} and ${isLine} and ${isMarkable}
    and ${statusSql(isExempt(sql`${budgets.budgetId}`), sql`${budgets.isoCurrencyCode}`)} = 'counted'`;
  const { date } = transactions;
  const category = sql`coalesce(${transactions.financialCategoryId}, 0) as financial_category_id`;
  const isSpecial = sql`${date} between first and last and ${transactions.transactionId} = any(special_ids)`;
  return sql`
    with wanted as materialized (
      select ${budgets.budgetId}, ${budgets.startDate}, ${budgets.endDate}, ${budgets.isoCurrencyCode},
        ${from} as first, ${to} as last, array(${itemIds}) as item_ids
      from ${budgets} where ${and(eq(budgets.userId, userId), areMeant)}),
    special as materialized (
      select ${transactions.transactionId}, ${date} from ${transactions} where ${transactions.userId} = ${userId} and ${transactions.transactionId} in (
        select ${transactionParts.transactionId} from ${transactionParts}
        union all select ${incomePayments.transactionId} from ${incomePayments})),
    marked as materialized (
      select budget_id, array_agg(transaction_id) as special_ids from (
        select budget_id, transaction_id from wanted join special on date between first and last
        union select budget_id, transaction_id from ${budgetExemptions} join wanted using (budget_id)) as known
      group by 1)
    select budget_id, financial_category_id, sum(amount) as amount from (
      select budget_id, ${categorySums.financialCategoryId}, ${categorySums.amount} from wanted join ${categorySums}
        on ${categorySums.userId} = ${userId} and ${categorySums.institutionAccessItemId} = any(item_ids)
        and ${categorySums.kind} = 'spending' and ${categorySums.month} between first and last and ${categorySums.isoCurrencyCode} = wanted.iso_currency_code
      union all
      select budget_id, financial_category_id, amount from wanted as budgets
      cross join lateral (values (start_date, least(end_date, first - 1)), (greatest(first, last + 1), end_date)) as edge (since, until)
      cross join lateral (
        select ${category}, ${transactions.amount} from ${ledgerLines} where ${isCounted} and ${date} between since and until offset 0) as line
      where since <= until
      union all
      select budget_id, financial_category_id, amount from wanted as budgets join marked using (budget_id) cross join lateral (
        select ${category}, ${transactions.amount} from ${ledgerLines} where ${isCounted} and ${isSpecial}
        union all select ${category}, -${transactions.amount} from ${transactions}
        where ${isOwn} and ${isAtBank} and ${isMarkable} and ${transactions.kind} = 'spending'
          and ${transactions.isoCurrencyCode} = ${budgets.isoCurrencyCode} and ${isSpecial} offset 0) as line) as counted
    group by 1, 2`;
}

/** A budget with its schedule, if it repeats, its categories, and what it counted. */
export type CountedBudget = Omit<CountedRow, "entries" | "amounts"> & {
  entries: ReadonlyMap<number, Entry>;
  /** Spending by category; the category is 0 for none. */
  spending: ReadonlyMap<number, Money>;
};

type CountedRow = Awaited<ReturnType<typeof readCountedRows>>[number];
type Entry = { estimate: Money; plan: Plan | null; startsFresh: boolean };

/** Returns a person's budgets that meet a condition and aren't deleted, with what they counted, newest first. */
export async function readCountedBudgets(
  tx: Transaction,
  owner: Owner,
  areMeant?: SQL,
): Promise<CountedBudget[]> {
  const rows = await readCountedRows(tx, owner, areMeant);
  return rows.map(({ head, seriesStart, schedule, entries, amounts }) => ({
    head,
    seriesStart,
    schedule,
    entries: new Map(
      (entries ?? []).map(([id, estimate, plan, startsFresh]) => [
        id,
        { estimate: moneyFromSum(estimate), plan, startsFresh },
      ]),
    ),
    spending: new Map(
      Object.entries(amounts ?? {}).map(([id, sum]) => [Number(id), negateMoney(moneyFromSum(sum))]),
    ),
  }));
}

/**
 * One row for each budget, with its categories and sums as lists: joined row by row, and before Postgres has counted new budgets,
 * each would be compared with each. With `materialized`, sums are made once in any plan.
 */
function readCountedRows(tx: Transaction, owner: Owner, areMeant: SQL | undefined) {
  const { budgetId, name, isDraft, seriesId, seriesStart, startDate, endDate, isoCurrencyCode } = budgets;
  const { every, unit, anchor } = budgetSeries;
  const where = and(isNotDeleted(owner), areMeant);
  const counted = sql`(
    with by_budget as materialized (
      select budget_id, json_object_agg(financial_category_id, amount::text) as amounts
      from (${countedByCategory(owner.userId, where)}) as by_category group by 1)
    select * from by_budget) as counted`;
  const entries = sql<[id: number, estimate: string, plan: Plan | null, startsFresh: boolean][] | null>`(
    select json_agg(json_build_array(financial_category_id, estimate::text, plan, starts_fresh))
    from ${budgetCategories} where ${budgetCategories.budgetId} = ${budgetId})`;
  return withKeptPlan(
    tx
      .select({
        head: { budgetId, name, isDraft, seriesId, startDate, endDate, isoCurrencyCode },
        seriesStart,
        schedule: { every, unit, anchor },
        entries,
        amounts: sql<Record<string, string> | null>`counted.amounts`,
      })
      .from(budgets)
      .leftJoin(budgetSeries, eq(budgetSeries.seriesId, seriesId))
      .leftJoin(counted, sql`counted.budget_id = ${budgetId}`)
      .where(where)
      .orderBy(newestFirst),
  );
}
