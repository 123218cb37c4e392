import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

/** Most days a pending row can take to post (docs/reference/money.md, "Pending and posted"). */
const latestDays = 8;

/**
 * For rows removed by the bank, returns the row that their marks can move to, if exactly one is likely: same account and
 * direction, up to eight days later, and the same amount or payee.
 */
export async function readMarkTargets(
  tx: Transaction,
  userId: string,
  transactionIds: number[],
): Promise<Map<number, number>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ from: number; to: number }>(sql`
    select gone.transaction_id as "from", min(other.transaction_id) as "to"
    from ${transactions} gone
    join ${transactions} other on other.user_id = gone.user_id
      and other.institution_access_item_id = gone.institution_access_item_id
      and other.account_id = gone.account_id
      and other.removed_by_bank_at is null
      and other.date between gone.date and gone.date + ${latestDays}::int
      and other.iso_currency_code = gone.iso_currency_code
      and sign(other.amount) = sign(gone.amount)
      and (other.amount = gone.amount or other.payee_key = gone.payee_key)
    where gone.user_id = ${userId} and gone.transaction_id = any(${sql.param(transactionIds)}::int[])
    group by gone.transaction_id
    having count(*) = 1`);
  return new Map(rows.map(({ from, to }) => [from, to]));
}
