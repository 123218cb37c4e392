import { sql, type SQL } from "drizzle-orm";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Days } from "../domain/row-match.ts";

type DaysOf = { accountId: number; from: string | null; to: string | null };

/** First and last days of a group of files (`first` and `last`), as JSON; those that overlap or adjoin are one. */
export const daysOfFiles = sql`(
  select coalesce(json_agg(json_build_object('from', lower(span), 'to', upper(span) - 1)), '[]')
  from unnest(range_agg(daterange(first, last, '[]')) filter (where import_id is not null)) as span)`;

/** Returns the first and the last day of each file that brought rows to accounts; none where the person only typed rows. */
export async function readFileDays(
  tx: Transaction,
  userId: string,
  accountIds: readonly number[],
): Promise<Map<number, readonly Days[]>> {
  // Typed rows have no import.
  const { rows } = await tx.execute<{ accountId: number; days: Days[] }>(sql`
    select account_id as "accountId", ${daysOfFiles} as days
    from (select account_id, import_id, min(date) as first, max(date) as last from ${providerTransactions}
      where user_id = ${userId} and account_id = any(${sql.param([...accountIds])}::int[]) and source in ('file', 'manual')
      group by account_id, import_id) file
    group by account_id`);
  return new Map(rows.map(({ accountId, days }) => [accountId, days]));
}

/** Returns the first and the last day of what banks delivered to accounts and still have. */
export function readBankDays(
  tx: Transaction,
  userId: string,
  accountIds: readonly number[],
): Promise<Map<number, Days | null>> {
  const end = (order: "asc" | "desc") => sql`(select own.date::text from ${transactions} own
    where own.user_id = ${userId} and own.account_id = wanted.id
      and exists (select from ${providerTransactions} fact where fact.transaction_id = own.transaction_id
        and fact.source in ('plaid', 'simplefin') and fact.removed_at is null)
    order by own.date ${sql.raw(order)} limit 1)`;
  return read(
    tx,
    sql`select wanted.id as "accountId", ${end("asc")} as from, ${end("desc")} as to
      from unnest(${sql.param([...accountIds])}::int[]) as wanted(id)`,
  );
}

async function read(tx: Transaction, query: SQL): Promise<Map<number, Days | null>> {
  const { rows } = await tx.execute<DaysOf>(query);
  return new Map(
    rows.map(
      ({ accountId, from, to }) => [accountId, from === null || to === null ? null : { from, to }] as const,
    ),
  );
}
