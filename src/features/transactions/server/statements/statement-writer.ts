import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { newPartSchema } from "../../domain/statements/file-parts.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { writeFileParts } from "../parts/file-parts.ts";
import { sortingValues } from "../sorting/sorting-facts.ts";
import { unpacked, type Packed } from "#server/threads/packed.ts";
import { arraysIn, type Columns } from "#server/threads/packed-records.ts";
import { addedColumns, foundColumns, statedColumns } from "./statement-records.ts";
import type { StatementAccount } from "./statement-loader.ts";
import type { StatementWrites } from "./plan-work.ts";

export type WriteOwner = StatementAccount & { userId: string; importId: number; now: Date };

const partedRow = z.object({ position: z.int(), parts: z.array(newPartSchema) });

/** Writes a planned statement, some thousand rows per statement. Each row remembers what the file said about it. */
export async function writeStatement(
  tx: Transaction,
  owner: WriteOwner,
  { added, found, stated, withdrawn, parts }: StatementWrites,
): Promise<void> {
  await addPieces(tx, owner, added);
  for (const rows of found) await rememberFound(tx, owner, recordsIn(foundColumns, rows));
  for (const rows of stated) await stateRows(tx, owner, recordsIn(statedColumns, rows));
  for (const rows of parts)
    await writeFileParts(tx, owner, z.array(partedRow).parse(JSON.parse(unpacked(rows))));
  if (withdrawn.length > 0)
    await tx.execute(sql`
      with told as (
        update ${providerTransactions} fact set before = ${beforeOf("own")}
        from ${transactions} own
        where own.transaction_id = fact.transaction_id and fact.import_id = ${owner.importId} and fact.user_id = ${owner.userId}
          and fact.transaction_id = any(${sql.param(withdrawn)}::int[]))
      update ${transactions} set removed_by_bank_at = ${owner.now}, transfer_pair_id = null
      where user_id = ${owner.userId} and transaction_id = any(${sql.param(withdrawn)}::int[])`);
}

async function addPieces(tx: Transaction, owner: WriteOwner, pieces: Packed): Promise<void> {
  let adding = Promise.resolve();
  for (const [index, piece] of pieces.entries()) {
    // Unpacked while Postgres adds the piece before it.
    const rows = recordsIn(addedColumns, piece);
    await adding;
    // In a new database the planner knows nothing yet, and would check each row's foreign keys with the wrong index.
    if (index === 1) await tx.execute(sql`select count_ledger()`);
    adding = addRows(tx, owner, rows);
  }
  await adding;
}

async function addRows(
  tx: Transaction,
  { userId, institutionAccessItemId, accountId, importId, now }: WriteOwner,
  rows: SQL,
): Promise<void> {
  await tx.execute(sql`
    with r as materialized (
      select nextval((select pg_get_serial_sequence('transactions', 'transaction_id')::regclass))::int as id, listed.*
      from ${rows} as listed),
    added as (
      insert into ${transactions} (transaction_id, user_id, institution_access_item_id, account_id, date, authorized_date, name,
        merchant_name, payee_key, payee, amount, iso_currency_code, pending, bank_category, bank_category_detailed, file_category, merchant_code, type_code, created_at, maybe_same_as,
        kind, kind_reason, financial_category_id, category_source)
      overriding system value
      select r.id, ${userId}, ${institutionAccessItemId}, ${accountId}, r.date, r."authorizedDate", r.name, r."merchantName",
        r."factPayeeKey", r.payee, r.amount, r."isoCurrencyCode", false, r."bankCategory", r."bankCategoryDetailed", r."fileCategory", r."merchantCode", r."typeCode", ${now}, r."maybeSameAs",
        ${sortingValues}
      from r)
    insert into ${providerTransactions} (user_id, source, account_id, provider_transaction_id, transaction_id, pending, date, name,
      raw_amount, iso_currency_code, received_at, import_id, external_id, payee_key, has_parts)
    select ${userId}, 'file', ${accountId}, ${importId} || '.' || r.position, r.id, false, r.date, r.name, r."rawAmount",
      r."isoCurrencyCode", ${now}, ${importId}, r."externalId", r."factPayeeKey", r."hasParts"
    from r`);
}

/** Returns a piece of packed records (`packRecords`) as a table of those columns for a statement's `from`. */
export function recordsIn(columns: Columns, piece: Uint8Array): SQL {
  const arrays = arraysIn(piece);
  const listed = Object.entries(columns).map(
    ([name, type], index) => sql`unnest(${arrays[index]}::${sql.raw(type)}[]) as ${sql.identifier(name)}`,
  );
  return sql`(select ${sql.join(listed, sql`, `)})`;
}

/** Lets rows remember what the file said. What an earlier one said is kept, but no longer current. */
async function rememberFound(
  tx: Transaction,
  { userId, accountId, importId, now }: WriteOwner,
  rows: SQL,
  before = sql`null::jsonb`,
): Promise<void> {
  await tx.execute(sql`
    update ${providerTransactions} fact set removed_at = ${now}
    from ${rows} as r
    where fact.transaction_id = r."transactionId" and fact.joined_from is not distinct from r."joinedFrom" and fact.user_id = ${userId} and fact.source = 'file' and fact.removed_at is null`);
  await tx.execute(sql`
    insert into ${providerTransactions} (user_id, source, account_id, provider_transaction_id, transaction_id, pending, date, name,
      raw_amount, iso_currency_code, received_at, import_id, external_id, payee_key, has_parts, before, joined_from)
    select ${userId}, 'file', ${accountId}, ${importId} || '.' || r.position, r."transactionId", false, r.date, r.name,
      r."rawAmount", r."isoCurrencyCode", ${now}, ${importId}, r."externalId", r."factPayeeKey", r."hasParts", ${before}, r."joinedFrom"
    from ${rows} as r
    join ${transactions} own on own.transaction_id = r."transactionId" and own.user_id = ${userId}`);
}

/** Lets rows say what the file says, and remember what they said before. */
async function stateRows(tx: Transaction, owner: WriteOwner, rows: SQL): Promise<void> {
  await rememberFound(tx, owner, rows, beforeOf("own"));
  await tx.execute(sql`
    update ${transactions} own set date = r.date, authorized_date = r."authorizedDate", name = r.name,
      merchant_name = r."merchantName", payee_key = r."payeeKey", amount = r.amount, iso_currency_code = r."isoCurrencyCode",
      pending = false, bank_category = coalesce(r."bankCategory", own.bank_category),
      bank_category_detailed = coalesce(r."bankCategoryDetailed", own.bank_category_detailed),
      bank_confidence = case when r."bankCategory" is null then own.bank_confidence end,
      file_category = coalesce(r."fileCategory", own.file_category),
      merchant_code = coalesce(r."merchantCode", own.merchant_code), type_code = coalesce(r."typeCode", own.type_code)
    from ${rows} as r
    where own.transaction_id = r."transactionId" and own.user_id = ${owner.userId}`);
}

/** The text and amount of a row, as `StatedBefore`. */
function beforeOf(row: string) {
  const own = sql.raw(row);
  return sql`jsonb_build_object('date', ${own}.date, 'authorizedDate', ${own}.authorized_date, 'name', ${own}.name,
    'merchantName', ${own}.merchant_name, 'payeeKey', ${own}.payee_key, 'amount', ${own}.amount,
    'isoCurrencyCode', ${own}.iso_currency_code, 'pending', ${own}.pending, 'bankCategory', ${own}.bank_category,
    'bankCategoryDetailed', ${own}.bank_category_detailed, 'bankConfidence', ${own}.bank_confidence, 'fileCategory', ${own}.file_category,
    'merchantCode', ${own}.merchant_code, 'typeCode', ${own}.type_code, 'isRemoved', ${own}.removed_by_bank_at is not null)`;
}
