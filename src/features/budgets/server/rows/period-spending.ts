import { sql, type SQL } from "drizzle-orm";
import { isAtBank, isMarkable } from "#features/transactions/server/index.ts";
import { budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { isLine, ledgerLines, transactionParts } from "#server/tables/part-tables.ts";
import { spendingSums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { itemIds } from "../budget-heads.ts";
import { isExempt, statusSql } from "./row-status.ts";

/** First day of the first whole month of the budget at hand, and last day of the last one; the wrong way round without any. */
const from = sql`date_trunc('month', ${budgets.startDate} + interval '1 month - 1 day')::date`;
const to = sql`(date_trunc('month', ${budgets.endDate} + interval '1 day') - interval '1 day')::date`;

/**
 * Subquery of what the budget at hand counts by category, `id` and `amount`; the ID is 0 without a category, and the amount the sum of
 * the rows, not the spending. For queries over `budgets`.
 *
 * Whole months come from `spending_sums`, other days from the rows (docs/decisions/0033-spending-kept-by-month.md). Rows of whole
 * months that have parts, payments, or a decision in the budget are few: they count as in `row-status.ts` instead of as in the sums.
 */
export function countedByCategory(userId: string): SQL {
  const isOwn = sql`${transactions.userId} = ${userId} and ${transactions.institutionAccessItemId} = any(array(${itemIds}))`;
  const isCounted = sql`${isOwn} and ${isLine} and ${isMarkable}
    and ${statusSql(isExempt(sql`${budgets.budgetId}`), sql`${budgets.isoCurrencyCode}`)} = 'counted'`;
  const { date } = transactions;
  const category = sql`coalesce(${transactions.financialCategoryId}, 0)`;
  const isSpecial = sql`${date} between ${from} and ${to} and ${transactions.transactionId} = any(array(
    select transaction_id from special where date between ${from} and ${to}
    union all select ${budgetExemptions.transactionId} from ${budgetExemptions} where ${budgetExemptions.budgetId} = ${budgets.budgetId}))`;
  const linesOn = (days: SQL) =>
    sql`select ${category}, ${transactions.amount} from ${ledgerLines} where ${isCounted} and ${days}`;
  return sql`
    with special as materialized (
      select ${transactions.transactionId}, ${date} from ${transactions} where ${transactions.userId} = ${userId} and ${transactions.transactionId} in (
        select ${transactionParts.transactionId} from ${transactionParts}
        union all select ${incomePayments.transactionId} from ${incomePayments}))
    select id, sum(amount) as amount from (
      select ${spendingSums.financialCategoryId} as id, ${spendingSums.amount} from ${spendingSums}
      where ${spendingSums.userId} = ${userId} and ${spendingSums.institutionAccessItemId} = any(array(${itemIds}))
        and ${spendingSums.month} between ${from} and ${to} and ${spendingSums.isoCurrencyCode} = ${budgets.isoCurrencyCode}
      union all ${linesOn(sql`${date} between ${budgets.startDate} and least(${budgets.endDate}, ${from} - 1)`)}
      union all ${linesOn(sql`${date} between greatest(${from}, ${to} + 1) and ${budgets.endDate}`)}
      union all ${linesOn(isSpecial)}
      union all select ${category}, -${transactions.amount} from ${transactions}
      where ${isOwn} and ${isAtBank} and ${isMarkable} and ${transactions.kind} = 'spending'
        and ${transactions.isoCurrencyCode} = ${budgets.isoCurrencyCode} and ${isSpecial}) as counted
    group by 1`;
}
