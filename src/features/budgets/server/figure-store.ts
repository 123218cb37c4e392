import { and, eq, sql } from "drizzle-orm";
import { countsInBudgets, isAtBank, startsExempt } from "#features/transactions/server/index.ts";
import { isFirstLine, isLine, ledgerLines, startsRow } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { defineKeptQuery, type Terms } from "#server/database/kept-plan.ts";
import { moneyFromSum, negateMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import { previousPeriod } from "../domain/budget-copy.ts";
import { isPlanned, type RowGroup } from "../domain/budget-figures.ts";
import type { DaySpending } from "../domain/budget-pace.ts";
import { statusInBudget } from "../domain/budget-rows.ts";
import { isNotDeleted, newestFirst, type NamedPeriod, type Owner } from "./budget-heads.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import { carriedFigures, readCarried, type CarriedFigures, type PlannedStep } from "./series/carry-store.ts";
import { readCountedBudgets, type CountedBudget } from "./rows/period-spending.ts";
import { isExempt, isInBudget, listTerm, type BudgetRef, type BudgetTerms } from "./rows/row-status.ts";

type GroupedRow = Awaited<ReturnType<typeof readGroupedRows>>[number];
type GroupedTerms = Terms<BudgetRef & { plannedIds: readonly number[] }>;

/**
 * Returns a budget's groups of rows and its spending by day, in one pass. Grouped by booleans, because for the name of
 * the status the planner would expect hundreds of groups and sort instead of hashing. `offset 0` makes it evaluate each
 * condition once per row. `plannedIds` are the categories whose spending is planned.
 */
export async function readGroups(
  tx: Transaction,
  budget: BudgetRef,
  plannedIds: readonly number[],
): Promise<{ groups: RowGroup[]; days: DaySpending[] }> {
  const { isoCurrencyCode } = budget;
  const rows = await readGroupedRows(tx, { ...budget, plannedIds: [...plannedIds] });
  const groups: RowGroup[] = [];
  const days: DaySpending[] = [];
  for (const row of rows) {
    if (row.day === null) groups.push(rowGroup(row, isoCurrencyCode));
    else if (row.counted !== null) {
      const [sum, planned] = [spendingOfSum(row.counted), spendingOfSum(row.planned)];
      days.push({ date: row.day, sum, planned });
    }
  }
  return { groups, days };
}

/** `day` is null in groups; `counted` is null on days without counted rows. */
const readGroupedRows = defineKeptQuery((db, budget: GroupedTerms) => {
  const { financialCategoryId, isoCurrencyCode, date, amount } = transactions;
  const flags = sql`is_exempt, is_removed, is_uncounted`;
  const isCounted = sql`not is_exempt and not is_uncounted and iso_currency_code = ${budget.isoCurrencyCode}`;
  const rows = sql`(
    select ${isExempt(budget.budgetId)} as is_exempt, not ${isAtBank} as is_removed, not ${countsInBudgets} as is_uncounted,
      ${financialCategoryId} = any(${budget.plannedIds}::int[]) as is_planned,
      ${financialCategoryId}, ${isoCurrencyCode}, ${date}, ${amount}, ${isFirstLine}, ${startsRow}
    from ${ledgerLines} where ${isInBudget(budget)} and ${isLine} offset 0) as budget_rows`;
  return db
    .select({
      isExempt: sql<boolean>`is_exempt`,
      isRemoved: sql<boolean>`is_removed`,
      isUncounted: sql<boolean>`is_uncounted`,
      financialCategoryId: sql<number | null>`financial_category_id`,
      isoCurrencyCode: sql<string>`iso_currency_code`,
      day: sql<string | null>`date::text`,
      lineCount: sql<number>`(count(*) filter (where is_first))::int`,
      rowCount: sql<number>`(count(*) filter (where starts_row))::int`,
      amount: sql<string>`sum(amount)::text`,
      counted: sql<string | null>`(sum(amount) filter (where ${isCounted}))::text`,
      planned: sql<string | null>`(sum(amount) filter (where ${isCounted} and is_planned))::text`,
    })
    .from(rows)
    .groupBy(sql`grouping sets ((${flags}, financial_category_id, iso_currency_code), (date))`)
    .orderBy(sql`date`);
});

/**
 * Returns the spending of each day in the period before a budget's, of the same banks and in its currency; null without
 * any, or if a bank's history starts later. Exemptions of a budget of that time don't apply.
 */
export async function readDaysBefore(
  tx: Transaction,
  budget: BudgetRef,
): Promise<{ startDate: string; days: { date: string; sum: Money }[] } | null> {
  const before = previousPeriod(budget);
  if (before === null) return null;
  const rows = await readDays(tx, { ...budget, ...before });
  const days = rows.map(({ date, amount }) => ({ date, sum: spendingOfSum(amount) }));
  return days.length === 0 ? null : { startDate: before.startDate, days };
}

const readDays = defineKeptQuery((db, period: Terms<BudgetRef>) =>
  db
    .select({
      date: sql<string>`${transactions.date}::text`,
      amount: sql<string>`sum(${transactions.amount})::text`,
    })
    .from(ledgerLines)
    .where(
      and(
        isInBudget(period),
        isKnownSince(period),
        isLine,
        countsInBudgets,
        sql`not ${startsExempt}`,
        eq(transactions.isoCurrencyCode, period.isoCurrencyCode),
      ),
    )
    .groupBy(transactions.date)
    .orderBy(transactions.date),
);

/** True if the history of each of a budget's banks with rows goes back to its first day. */
function isKnownSince({ userId, institutionAccessItemIds, startDate }: BudgetTerms) {
  return sql`(select coalesce(max(oldest.date), ${startDate}) <= ${startDate}
    from unnest(${listTerm(institutionAccessItemIds)}::int[]) as item (id) cross join lateral (
      select known.date from ${transactions} as known
      where known.user_id = ${userId} and known.institution_access_item_id = item.id
      order by known.date limit 1) as oldest)`;
}

function spendingOfSum(digits: string | null): Money {
  return negateMoney(moneyFromSum(digits));
}

function rowGroup(row: GroupedRow, isoCurrencyCode: string): RowGroup {
  return {
    status: statusInBudget({
      isExempt: row.isExempt,
      isRemoved: row.isRemoved,
      isIncome: row.isUncounted,
      isOwnCurrency: row.isoCurrencyCode === isoCurrencyCode,
    }),
    financialCategoryId: row.financialCategoryId,
    isoCurrencyCode: row.isoCurrencyCode,
    count: row.lineCount,
    rowCount: row.rowCount,
    amount: moneyFromSum(row.amount),
  };
}

/** A budget with its spending, the planned part of it, Σ of the estimates, and that with what is carried. */
export type BudgetTotals = {
  head: NamedPeriod;
  spent: Money;
  planned: Money;
  estimate: Money;
  available: Money;
};

/** Returns a person's budgets, all or those that cover a day, with spending and estimates, newest first. */
export async function readTotals(tx: Transaction, owner: Owner, day?: string): Promise<BudgetTotals[]> {
  const counted = await readCountedBudgets(tx, owner, day === undefined ? undefined : covers(day));
  const carried = day === undefined ? carriedFigures(counted) : await readCarriedBefore(tx, owner, counted);
  return counted.map((budget) => totalsOf(budget, carried.get(budget.head.budgetId)));
}

/** Reads the periods before those of these that have a plan. */
function readCarriedBefore(
  tx: Transaction,
  owner: Owner,
  counted: readonly CountedBudget[],
): Promise<CarriedFigures> {
  const hasPlan = ({ entries }: CountedBudget) => [...entries.values()].some(({ plan }) => plan !== null);
  const carrying = counted.filter(hasPlan);
  const seriesIds = carrying.flatMap(({ head }) => head.seriesId ?? []);
  const until =
    carrying
      .flatMap(({ seriesStart }) => seriesStart ?? [])
      .toSorted()
      .at(-1) ?? "";
  return readCarried(tx, owner, seriesIds, until);
}

function totalsOf(
  { head, entries, spending }: CountedBudget,
  steps: ReadonlyMap<number, PlannedStep> | undefined,
): BudgetTotals {
  const figures = [...entries].map(([id, { estimate }]) => {
    const spent = spending.get(id) ?? zeroMoney;
    return steps?.get(id) ?? { estimate, carried: zeroMoney, spent };
  });
  const estimate = sumMoney(figures.map((one) => one.estimate));
  return {
    head,
    spent: sumMoney([...spending.values()]),
    planned: sumMoney(figures.filter(isPlanned).map((one) => one.spent)),
    estimate,
    available: sumMoney([estimate, ...figures.map((one) => one.carried)]),
  };
}

/** Returns the budget that covers a day; of several, the one that starts last (docs/reference/product.md, "Routes"). */
export async function findForDay(tx: Transaction, owner: Owner, day: string): Promise<number | null> {
  const [row] = await tx
    .select({ budgetId: budgets.budgetId })
    .from(budgets)
    .where(and(isNotDeleted(owner), covers(day)))
    .orderBy(newestFirst)
    .limit(1);
  return row?.budgetId ?? null;
}

function covers(day: string) {
  return sql`${day} between ${budgets.startDate} and ${budgets.endDate}`;
}
