import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import {
  accountBalances,
  accounts,
  institutionAccessItems as items,
  isSeenIn,
} from "#server/tables/institution-tables.ts";
import { ledgerSums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money, type Money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { brokenMonths, isInMonths } from "../months.ts";
import { isAtBank, isMarkable } from "../sorting/row-kinds.ts";
import type { Mode } from "../transaction-store.ts";

/** An amount of a day, in minor units; negative for what is owed, or for money out. */
export type DatedAmount = { date: string; amount: Money };

/** An account with the balances noted of it. */
export type BalanceAccount = {
  accountId: number;
  institutionAccessItemId: number;
  institutionName: string;
  name: string;
  mask: string | null;
  type: string;
  isoCurrencyCode: string;
  /** As the bank last reported, with the account's own sign; null for a manual account, or if the bank has none. */
  currentBalance: Money | null;
  openingBalance: Money | null;
  openingDate: string | null;
  closedAt: Date | null;
  isUnlinked: boolean;
  unlinkedAt: Date | null;
  lastSuccessfulUpdate: Date | null;
  /** First day of its transactions, or of its bank's for a bank's account; null without any. */
  firstDay: string | null;
  /** Noted balances from the last one up to the day asked for, oldest first. */
  noted: DatedAmount[];
};

/**
 * Reads a person's accounts with their noted balances from the last one up to the day `from` on, up to `today`: those of linked
 * banks first, as last updated.
 */
export async function readBalanceAccounts(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  { from, today }: { from: string; today: string },
): Promise<BalanceAccount[]> {
  // Of one day, the bank's word is stronger than a file's, and that than a check.
  const strength = sql`array_position(array['bank', 'file', 'check'], source)`;
  const isNoted = sql`noted.account_id = ${accounts.accountId} and noted.iso_currency_code = ${accounts.isoCurrencyCode} and noted.date <= ${today}`;
  const isUnlinked = sql<boolean>`${items.state} in ('unlinked', 'removing')`;
  const firstDay = sql<string | null>`(select min(${transactions.date})::text from ${transactions}
    where ${transactions.userId} = ${userId} and ${transactions.institutionAccessItemId} = ${accounts.institutionAccessItemId}
      and (${accounts.openingDate} is null or ${transactions.accountId} = ${accounts.accountId}))`;
  const noted = sql<
    string | null
  >`(select string_agg(each.date || '=' || each.amount, ' ' order by each.date) from (
    select distinct on (noted.date) noted.date, noted.amount from ${accountBalances} noted
    where ${isNoted} and noted.date >= coalesce((select max(noted.date) from ${accountBalances} noted where ${isNoted} and noted.date <= ${from}), ${from}::date)
    order by noted.date, ${strength}) each)`;
  const rows = await withKeptPlan(
    tx
      .select({
        accountId: accounts.accountId,
        institutionAccessItemId: accounts.institutionAccessItemId,
        institutionName: items.institutionName,
        name: accounts.name,
        mask: accounts.mask,
        type: accounts.type,
        isoCurrencyCode: accounts.isoCurrencyCode,
        currentBalance: accounts.currentBalance,
        openingBalance: accounts.openingBalance,
        openingDate: accounts.openingDate,
        closedAt: accounts.closedAt,
        isUnlinked,
        unlinkedAt: items.unlinkedAt,
        lastSuccessfulUpdate: items.lastSuccessfulUpdate,
        firstDay,
        noted,
      })
      .from(accounts)
      .innerJoin(items, eq(items.institutionAccessItemId, accounts.institutionAccessItemId))
      .where(and(eq(accounts.userId, userId), isSeenIn(mode)))
      .orderBy(
        isUnlinked,
        sql`${accounts.closedAt} is not null, ${items.lastSuccessfulUpdate} desc nulls last`,
        accounts.accountId,
      ),
  );
  return rows.map((row) =>
    Object.assign(row, {
      currentBalance: moneyOrNull(row.currentBalance),
      openingBalance: moneyOrNull(row.openingBalance),
      noted: readDays(row.noted),
    }),
  );
}

/**
 * Reads what posted transactions moved on accounts up to each of some days, which are in order, since the one before; from after a
 * first day on, and in an account's own currency. Without pending ones, and those that the bank removed. Months in which none of the
 * days is come from their sums (docs/decisions/0036-sums-kept-by-month.md).
 */
export async function readMoves(
  tx: Transaction,
  userId: string,
  { accountIds, after }: { accountIds: readonly number[]; after: string },
  ends: readonly string[],
): Promise<ReadonlyMap<number, DatedAmount[]>> {
  const last = ends.at(-1);
  if (accountIds.length === 0 || last === undefined) return new Map();
  const { accountId, date, isoCurrencyCode, amount } = transactions;
  const ids = sql`any(${sql.param([...accountIds])}::int[])`;
  const nextDays = sql`${sql.param(ends.map((day) => addDays(day, 1)))}::date[]`;
  const broken = brokenMonths([after, ...ends]);
  const { rows } = await tx.execute<{ id: number; days: string }>(sql`
    select ${accounts.accountId} as id, string_agg((${sql.param([...ends])}::date[])[at + 1] || '=' || sum, ' ' order by at) as days
    from (
      select id, currency, width_bucket(day, ${nextDays}) as at, sum(amount) as sum from (
        select ${ledgerSums.accountId} as id, ${ledgerSums.isoCurrencyCode} as currency, ${ledgerSums.month} as day, ${ledgerSums.posted} as amount
        from ${ledgerSums}
        where ${ledgerSums.userId} = ${userId} and ${ledgerSums.accountId} = ${ids}
          and ${ledgerSums.month} > ${after} and ${ledgerSums.month} <= ${last} and ${ledgerSums.month} <> all(${sql.param(broken)}::date[])
        union all
        select ${accountId}, ${isoCurrencyCode}, ${date}, ${amount} from ${transactions}
        where ${transactions.userId} = ${userId} and ${accountId} = ${ids} and ${date} > ${after} and ${date} <= ${last}
          and ${isInMonths(date, broken)} and not ${transactions.pending} and ${isAtBank} and ${isMarkable}) each
      group by 1, 2, 3) moved
    join ${accounts} on ${accounts.accountId} = moved.id and ${accounts.isoCurrencyCode} = moved.currency
    group by 1`);
  return new Map(rows.map(({ id, days }) => [id, readDays(days)]));
}

/** Reads `2026-11-01=-450 …`, which takes a fraction of the time that rows do. */
function readDays(text: string | null): DatedAmount[] {
  return (text ?? "").split(" ").flatMap((day) => {
    const [date = "", amount] = day.split("=");
    return amount === undefined ? [] : [{ date, amount: money(Number(amount)) }];
  });
}

function moneyOrNull(amount: number | null): Money | null {
  return amount === null ? null : money(amount);
}
