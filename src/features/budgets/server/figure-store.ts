import { and, sql } from "drizzle-orm";
import { isListed, isPairedTransfer } from "#features/transactions/server/index.ts";
import { transactions } from "#features/transactions/server/transaction-tables.ts";
import type { Transaction } from "#server/db.ts";
import { money, negateMoney, type Money } from "#shared/money.ts";
import type { RowGroup } from "../domain/budget-figures.ts";
import { isThere, newestFirst, type NamedPeriod, type Owner } from "./budget-heads.ts";
import { budgetAccessItems, budgetCategories, budgetExemptions, budgets } from "./budget-tables.ts";
import { isInBudget, isSuggestion, standingIn, standingSql, type BudgetRef } from "./row-standing.ts";

type DaySum = { date: string; sum: Money };

type GroupRow = {
  standing: RowGroup["standing"];
  is_suggestion: boolean;
  financial_category_id: number | null;
  iso_currency_code: string;
  count: number;
  amount: string;
};
type GroupedRow = (GroupRow & { day: null }) | { day: string; amount: string };

/** The rows of a budget in groups, and its spending by day, in one pass over them. */
export async function readGroups(
  tx: Transaction,
  budget: BudgetRef,
): Promise<{ groups: RowGroup[]; days: DaySum[] }> {
  const { rows } = await tx.execute<GroupedRow>(sql`
    select standing, is_suggestion, financial_category_id, iso_currency_code, date::text as day,
      count(*)::int as count, sum(amount)::text as amount
    from (
      select ${standingIn(budget)} as standing, ${isSuggestion(budget)} as is_suggestion,
        ${transactions.financialCategoryId}, ${transactions.isoCurrencyCode}, ${transactions.date}, ${transactions.amount}
      from ${transactions} where ${isInBudget(budget)}
    ) as budget_rows
    group by grouping sets ((standing, is_suggestion, financial_category_id, iso_currency_code), (date, standing))
    having grouping(date) = 1 or standing = 'counted'
    order by date`);
  const groups: RowGroup[] = [];
  const days: DaySum[] = [];
  for (const row of rows) {
    if (row.day === null) groups.push(rowGroup(row));
    else days.push({ date: row.day, sum: negateMoney(money(Number(row.amount))) });
  }
  return { groups, days };
}

function rowGroup(row: GroupRow): RowGroup {
  return {
    standing: row.standing,
    isTransferSuggestion: row.is_suggestion,
    financialCategoryId: row.financial_category_id,
    isoCurrencyCode: row.iso_currency_code,
    count: row.count,
    amount: money(Number(row.amount)),
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
    return { head, spent: negateMoney(money(Number(amount ?? 0))), estimate: money(Number(estimated ?? 0)) };
  });
}

/** The budget that covers a day; of several the one with the latest start (DECISIONS, "Routes"). */
export async function findForDay(tx: Transaction, owner: Owner, day: string): Promise<number | null> {
  const [row] = await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(and(isThere(owner), sql`${day} between ${budgets.startDate} and ${budgets.endDate}`))
    .orderBy(newestFirst)
    .limit(1);
  return row?.budgetId ?? null;
}
