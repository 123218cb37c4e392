import { sql } from "drizzle-orm";
import { incomePayments } from "#server/tables/income-tables.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { byLikeness, joinDays } from "../../domain/joined-rows.ts";
import { hasId, isAtBank, isMarkable, paysSource } from "../sorting/row-kinds.ts";
import { readTransactions } from "../transaction-reader.ts";
import { isOfMode, type PairOwner } from "../transfers/transfer-pairing.ts";
import { isTwoInOne } from "./join-rows.ts";

const mostCandidates = 50;

/** Returns the rows that `joinRows` accepts for a row, the likeliest first. @throws AppError 404 */
export async function readJoinCandidates(
  tx: Transaction,
  owner: PairOwner,
  transactionId: number,
): Promise<TransactionView[]> {
  const isOwn = sql`${transactions.userId} = ${owner.userId} and ${isOfMode(owner)} and ${isMarkable} and ${isAtBank}`;
  const columns = sql`${transactions.transactionId} as "transactionId", ${transactions.date}::text as date,
    ${transactions.payeeKey} as "payeeKey"`;
  const read = async (where: ReturnType<typeof sql>) => {
    const { rows } = await tx.execute<{ transactionId: number; date: string; payeeKey: string }>(
      sql`select ${columns} from ${transactions} where ${isOwn} and ${where} order by 1`,
    );
    return rows;
  };
  const [own] = await read(sql`${transactions.transactionId} = ${transactionId}`);
  if (own === undefined) throw notFound();
  const near = await read(sql`${transactions.transactionId} <> ${transactionId}
    and (${transactions.accountId}, ${transactions.amount}, ${transactions.isoCurrencyCode}) = (
      select own.account_id, own.amount, own.iso_currency_code from ${transactions} own where own.transaction_id = ${transactionId})
    and ${transactions.date} between ${own.date}::date - ${joinDays}::int and ${own.date}::date + ${joinDays}::int
    and not (${paysSource} and ${transactionId} in (
      select ${incomePayments.transactionId} from ${incomePayments} where ${incomePayments.transactionId} is not null))
    and not exists (select from ${providerTransactions} one, ${providerTransactions} other
      where one.transaction_id = ${transactionId} and other.transaction_id = ${transactions.transactionId} and ${isTwoInOne})`);
  const ids = byLikeness(own, near)
    .slice(0, mostCandidates)
    .map((row) => row.transactionId);
  const list = await readTransactions(tx, { userId: owner.userId, where: hasId(ids), paging: {} });
  const views = new Map(list.transactions.map((row) => [row.transactionId, row]));
  return ids.flatMap((id) => views.get(id) ?? []);
}
