import { and, eq, sql, type SQL } from "drizzle-orm";
import { isAtBank, isMarkable } from "#features/transactions/server/index.ts";
import { budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { isLine, ledgerLines, transactionParts } from "#server/tables/part-tables.ts";
import { categorySums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { itemIds } from "../budget-heads.ts";
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
