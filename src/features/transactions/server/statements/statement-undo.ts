import { sql } from "drizzle-orm";
import { movedMarks, providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { withoutNestedLoops } from "#server/database/without-nested-loops.ts";
import { forgetFileBalances } from "../balances/balance-store.ts";
import { separateRow } from "../joins/separate-rows.ts";
import { dropFileParts } from "../parts/file-parts.ts";
import { isTouched } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { sizesAround, type PairOwner } from "../transfers/transfer-pairing.ts";

/**
 * A fact of an import that is all that stands behind its row: no bank, no other file, and the person didn't type it. What came from
 * rows that were joined with it doesn't count.
 */
const isAlone = sql`not exists (select from ${providerTransactions} other
  where other.transaction_id = fact.transaction_id and other.joined_from is not distinct from fact.joined_from and other.provider_transaction_id <> fact.provider_transaction_id
    and (other.source = 'file' or other.removed_at is null))`;

/**
 * Takes an import back in the caller's transaction (docs/reference/import-matching.md, "Undo"): rows say what they said before, unless a
 * bank or a later file speaks for them now, and rows that only this file had go, for a day as deleted ones. With `keepTouched`,
 * those that carry the person's work stay, as if typed. A deletion by this means isn't remembered when the file comes again.
 * Rows that were joined by hand with one that goes are back.
 */
export async function takeBackStatement(
  tx: Transaction,
  { userId, mode }: PairOwner,
  { importId, keepTouched, now }: { importId: number; keepTouched: boolean; now: Date },
): Promise<{ removed: number; restored: number; kept: number }> {
  await lockLedger(tx, userId);
  await forgetFileBalances(tx, userId, importId);
  for (const id of await readJoined(tx, userId, { importId, keepTouched })) {
    await separateRow(tx, { userId, mode, now }, { transactionId: id });
  }
  const all = await readRows(tx, userId, importId);
  const joined = all.flatMap(({ joinedFrom }) => joinedFrom ?? []);
  const rows = all.filter(({ joinedFrom }) => joinedFrom === null);
  const changed = rows.flatMap(({ id, isStated, isAlone: isGoing }) => (isStated || isGoing ? [id] : []));
  const sizes = await sizesAround(tx, { userId }, { transactionIds: changed });
  const payeeKeys = rows.map(({ payeeKey }) => payeeKey);
  const restored = await withoutNestedLoops(tx, () => restoreRows(tx, userId, importId));
  const alone = rows.filter((row) => row.isAlone && !row.isDeleted);
  const kept = alone.filter(({ isTouched }) => keepTouched && isTouched).map(({ id }) => id);
  const gone = alone.filter(({ isTouched }) => !(keepTouched && isTouched)).map(({ id }) => id);
  const settled = new Set([...kept, ...gone]);
  const staying = all.flatMap(({ id }) => (settled.has(id) ? [] : [id]));
  const whole = await dropFileParts(tx, { userId, importId }, staying);
  await keepAsTyped(tx, userId, importId, kept);
  await tx.execute(sql`
    delete from ${providerTransactions} fact where import_id = ${importId} and user_id = ${userId}`);
  await tx.execute(sql`
    update ${providerTransactions} fact set removed_at = null
    where user_id = ${userId} and source = 'file' and transaction_id = any(${sql.param(all.map(({ id }) => id))}::int[])
      and import_id = (select max(latest.import_id) from ${providerTransactions} latest
        where latest.transaction_id = fact.transaction_id and latest.joined_from is not distinct from fact.joined_from)`);
  await forgetJoins(tx, joined);
  await tx.execute(sql`
    update ${transactions} set dismissed_at = ${now}, removed_by_bank_at = ${now}, transfer_pair_id = null
    where user_id = ${userId} and transaction_id = any(${sql.param(gone)}::int[])`);
  await settleRows(tx, { userId, mode }, { transactionIds: [...changed, ...whole], payeeKeys }, sizes);
  return { removed: gone.length, restored, kept: kept.length };
}

/** The rows that go and that others were joined with, once for each of those, which come back first. */
async function readJoined(
  tx: Transaction,
  userId: string,
  { importId, keepTouched }: { importId: number; keepTouched: boolean },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${transactions.transactionId} as id
    from ${transactions} join ${providerTransactions} fact on fact.transaction_id = ${transactions.transactionId}
    join ${movedMarks} moved on moved.to_transaction_id = ${transactions.transactionId} and moved.is_join
    where ${transactions.userId} = ${userId} and fact.import_id = ${importId} and fact.joined_from is null
      and ${isAlone} and not (${keepTouched} and ${isTouched})`);
  return rows.map(({ id }) => id);
}

/** Ends the joins of rows that nothing is left of, so that they can't come back. */
async function forgetJoins(tx: Transaction, joinedIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    delete from ${movedMarks} moved
    where moved.is_join and moved.from_transaction_id = any(${sql.param([...joinedIds])}::int[])
      and not exists (select from ${providerTransactions} fact where fact.joined_from = moved.from_transaction_id)
      and not exists (select from ${movedMarks} inner_join where inner_join.is_join and inner_join.to_transaction_id = moved.from_transaction_id)`);
}

type Row = {
  id: number;
  joinedFrom: number | null;
  payeeKey: string;
  isStated: boolean;
  isAlone: boolean;
  isTouched: boolean;
  isDeleted: boolean;
};

/** Rows of the ledger that an import knows, locked by ID as in all bulk edits. */
async function readRows(tx: Transaction, userId: string, importId: number): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select ${transactions.transactionId} as id, fact.joined_from as "joinedFrom", ${transactions.payeeKey} as "payeeKey", fact.before is not null as "isStated",
      ${isAlone} as "isAlone", ${isTouched} as "isTouched", ${transactions.dismissedAt} is not null as "isDeleted"
    from ${transactions} join ${providerTransactions} fact on fact.transaction_id = ${transactions.transactionId}
    where ${transactions.userId} = ${userId} and fact.import_id = ${importId}
    order by ${transactions.transactionId}
    for update of ${transactions}`);
  return rows;
}

/** Rows that were joined with others get their text back, too, but stay joined. */
async function restoreRows(tx: Transaction, userId: string, importId: number): Promise<number> {
  const { rows } = await tx.execute(sql`
    update ${transactions} own set date = was.date, authorized_date = was."authorizedDate", name = was.name,
      merchant_name = was."merchantName", payee_key = was."payeeKey", amount = was.amount,
      iso_currency_code = was."isoCurrencyCode", pending = was.pending, bank_category = was."bankCategory",
      bank_category_detailed = was."bankCategoryDetailed", bank_confidence = was."bankConfidence", file_category = was."fileCategory",
      merchant_code = was."merchantCode", type_code = was."typeCode",
      removed_by_bank_at = case when was."isRemoved" or fact.joined_from is not null then own.removed_by_bank_at end
    from ${providerTransactions} fact, jsonb_to_record(fact.before) as was(date date, "authorizedDate" date, name text,
      "merchantName" text, "payeeKey" text, amount bigint, "isoCurrencyCode" text, pending boolean, "bankCategory" text,
      "bankCategoryDetailed" text, "bankConfidence" text, "fileCategory" text, "merchantCode" text, "typeCode" text, "isRemoved" boolean)
    where own.transaction_id = coalesce(fact.joined_from, fact.transaction_id) and own.user_id = ${userId} and fact.import_id = ${importId}
      and fact.before is not null and fact.removed_at is null
      and not exists (select from ${providerTransactions} bank where bank.transaction_id = fact.transaction_id
        and bank.joined_from is not distinct from fact.joined_from and bank.source in ('plaid', 'simplefin') and bank.removed_at is null and not bank.pending)
    returning own.transaction_id`);
  return rows.length;
}

async function keepAsTyped(tx: Transaction, userId: string, importId: number, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update ${providerTransactions} set source = 'manual', import_id = null, external_id = null, payee_key = null, has_parts = null, before = null,
      provider_transaction_id = 'file ' || provider_transaction_id, removed_at = null
    where import_id = ${importId} and user_id = ${userId} and transaction_id = any(${sql.param(ids)}::int[])`);
}

/** Counts the rows with the person's work that undoing an import would take away, by import. */
export async function countTouched(tx: Transaction, userId: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.execute<{ importId: number; count: number }>(sql`
    select fact.import_id as "importId", count(*)::int as count
    from ${providerTransactions} fact join ${transactions} on ${transactions.transactionId} = fact.transaction_id
    where fact.user_id = ${userId} and fact.source = 'file' and ${transactions.dismissedAt} is null and ${isTouched} and ${isAlone}
    group by 1`);
  return new Map(rows.map(({ importId, count }) => [importId, count]));
}
