import { sql, type SQL } from "drizzle-orm";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Days } from "../domain/row-match.ts";

type DaysOf = { accountId: number; from: string | null; to: string | null };

/** Returns the first and the last day of what files brought to accounts; null where the person only typed rows. */
export function readFileDays(
  tx: Transaction,
  userId: string,
  accountIds: readonly number[],
): Promise<Map<number, Days | null>> {
  return read(
    tx,
    sql`select account_id as "accountId", min(date) filter (where source = 'file')::text as from,
        max(date) filter (where source = 'file')::text as to
      from ${providerTransactions}
      where user_id = ${userId} and account_id = any(${sql.param([...accountIds])}::int[]) and source in ('file', 'manual')
      group by account_id`,
  );
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
