import { sql } from "drizzle-orm";
import { isAtBank, isMarkable } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { moneyFromSum } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { worthAccounts, worthOf, type DayMove, type Worth, type WorthBank } from "../domain/net-worth.ts";

/** Days of net worth to show, if every bank's history goes back as far. */
const mostDays = 90;

type Row = { known: string | null; day: string | null; currency: string | null; amount: string | null };

/** Returns a person's net worth by currency and its recent course, in one query on top of their banks. */
export async function readNetWorth(
  tx: Transaction,
  userId: string,
  banks: readonly WorthBank[],
  today: string,
): Promise<Worth[]> {
  const accounts = worthAccounts(banks);
  if (accounts.length === 0) return [];
  const accountIds = accounts.map(({ accountId }) => accountId);
  const itemIds = banks
    .filter((bank) => bank.accounts.some(({ accountId }) => accountIds.includes(accountId)))
    .map(({ institutionAccessItemId }) => institutionAccessItemId);
  const { rows } = await tx.execute<Row>(sql`
    with known as (
      select max(oldest.date) as first_day from unnest(${sql.param(itemIds)}::int[]) as item (id) cross join lateral (
        select date from ${transactions}
        where ${transactions.userId} = ${userId} and ${transactions.institutionAccessItemId} = item.id
        order by date limit 1) as oldest)
    select (select first_day::text from known) as known, moves.* from (select) as one left join (
      select ${transactions.date}::text as day, ${transactions.isoCurrencyCode} as currency, sum(${transactions.amount})::text as amount
      from ${transactions}
      where ${transactions.userId} = ${userId} and ${transactions.date} between ${addDays(today, -mostDays)} and ${today}
        and ${transactions.accountId} = any(${sql.param(accountIds)}::int[])
        and not ${transactions.pending} and ${isMarkable} and ${isAtBank}
      group by 1, 2) as moves on true`);
  const known = rows[0]?.known ?? null;
  const earliest = addDays(today, -mostDays);
  const moves = rows.flatMap(({ day, currency, amount }): DayMove[] =>
    day === null || currency === null
      ? []
      : [{ isoCurrencyCode: currency, date: day, amount: moneyFromSum(amount) }],
  );
  return worthOf(accounts, moves, { from: known !== null && known < earliest ? earliest : known, today });
}
