import { sql, type SQL } from "drizzle-orm";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money } from "#shared/money.ts";
import { transferDays } from "../../domain/transfers/transfer-pairs.ts";
import {
  suggestTransfers,
  type TransferSuggestion,
  type UnpairedRow,
} from "../../domain/transfers/transfer-suggestions.ts";
import { hasId, isAtBank, paysSource } from "../sorting/row-kinds.ts";
import { readTransactions } from "../transaction-reader.ts";
import { asTransferRows, isOfMode, readDecisions, type PairOwner } from "./transfer-pairing.ts";

/** A suggestion as the API returns it. */
type SuggestionView = Omit<TransferSuggestion, "outId" | "inId"> & {
  out: TransactionView | null;
  in: TransactionView | null;
};

/**
 * Returns what looks like a transfer (`suggestTransfers`) with a row that is meant. `isMeant` is a condition over
 * `transactions` for rows from `startDate` to `endDate`.
 */
export async function readTransferSuggestions(
  tx: Transaction,
  owner: PairOwner,
  { startDate, endDate, isMeant }: { startDate: string; endDate: string; isMeant: SQL<boolean> },
): Promise<SuggestionView[]> {
  // The sides of a row at the edge may have nearer ones outside.
  const days = sql`${transactions.date} between ${startDate}::date - ${2 * transferDays}::int and ${endDate}::date + ${2 * transferDays}::int`;
  const rows = await asTransferRows(tx, owner, await readUnpaired(tx, owner, days, isMeant));
  const meant = new Set(rows.filter((row) => row.isMeant).map(({ transactionId }) => transactionId));
  const found = suggestTransfers(rows, await readDecisions(tx, owner.userId)).filter(
    ({ outId, inId }) => meant.has(outId ?? 0) || meant.has(inId ?? 0),
  );
  const sides = found.flatMap(({ outId, inId }) => [outId, inId]).filter((id) => id !== null);
  const views = await readViews(tx, owner, sides);
  return found.map(({ outId, inId, reasons, isLikely }) => ({
    reasons,
    isLikely,
    out: views.get(outId ?? 0) ?? null,
    in: views.get(inId ?? 0) ?? null,
  }));
}

type Unpaired = Omit<UnpairedRow, "account" | "isPayeeConfirmed"> & { payeeKey: string; isMeant: boolean };

async function readUnpaired(
  tx: Transaction,
  owner: PairOwner,
  days: SQL,
  isMeant: SQL<boolean>,
): Promise<Unpaired[]> {
  const { rows } = await tx.execute<Omit<Unpaired, "amount"> & { amount: string | number }>(sql`
    select transaction_id as "transactionId", account_id as "accountId", amount, iso_currency_code as "isoCurrencyCode",
      date::text, name, payee_key as "payeeKey", bank_category as "bankCategory",
      bank_category_detailed as "bankCategoryDetailed", chosen_kind as "chosenKind", kind, kind_reason as "kindReason",
      ${isMeant} as "isMeant"
    from ${transactions}
    where user_id = ${owner.userId} and ${isOfMode(owner)} and ${days} and ${isUndecided}`);
  return rows.map((row) => Object.assign(row, { amount: money(Number(row.amount)) }));
}

/** Without another side, and without anybody's word that it's something other than a transfer. */
const isUndecided: SQL = sql`(${transactions.transferPairId} is null and ${isAtBank} and not ${paysSource}
  and (${transactions.kind} = 'transfer' or ${transactions.kindReason} in ('default', 'refund', 'transferLike')))`;

async function readViews(
  tx: Transaction,
  { userId }: PairOwner,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TransactionView>> {
  if (ids.length === 0) return new Map();
  const list = await readTransactions(tx, { userId, where: hasId(ids), paging: {} });
  return new Map(list.transactions.map((row) => [row.transactionId, row]));
}

/** Days between two rows that a person can match. */
const candidateDays = 30;
const mostCandidates = 50;

/**
 * Returns the rows that a person may match with a row: unpaired, opposite, on another account, the closest amounts and
 * dates first. @throws AppError 404
 */
export async function readCandidates(
  tx: Transaction,
  owner: PairOwner,
  transactionId: number,
): Promise<TransactionView[]> {
  const own = (await readViews(tx, owner, [transactionId])).get(transactionId);
  if (own === undefined || own.removedByBank) throw notFound();
  const { date, amount, isoCurrencyCode } = transactions;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${transactions.transactionId} as id from ${transactions} own
    join ${transactions} on ${transactions.userId} = own.user_id and ${transactions.accountId} <> own.account_id
      and sign(${amount}) = -sign(own.amount)
      and ${date} between own.date - ${candidateDays}::int and own.date + ${candidateDays}::int
      and ${transactions.transferPairId} is null and ${isAtBank} and ${isOfMode(owner)}
      and coalesce(${transactions.chosenKind}, 'transfer') = 'transfer'
    where own.user_id = ${owner.userId} and own.transaction_id = ${transactionId}
    order by ${isoCurrencyCode} <> own.iso_currency_code, abs(${amount} + own.amount), abs(${date} - own.date), id
    limit ${mostCandidates}`);
  const ids = rows.map(({ id }) => id);
  const views = await readViews(tx, owner, ids);
  return ids.flatMap((id) => views.get(id) ?? []);
}
