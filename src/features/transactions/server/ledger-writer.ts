import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import type { KnownFact, LedgerPlan, NumberedRow } from "../domain/ledger-plan.ts";
import type { NewRowSorting } from "../domain/sorting/new-rows.ts";
import type { TransactionSource } from "#shared/row-kinds.ts";
import type { PayeeReader } from "../domain/payees/payee-key.ts";
import { inChunks } from "./row-chunks.ts";
import { isMarked } from "./sorting/row-kinds.ts";
import { sortingFields, sortingValues } from "./sorting/sorting-facts.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

export type LedgerOwner = { userId: string; institutionAccessItemId: number; source: TransactionSource };

/** A plan whose new rows are sorted, as far as they can be. */
export type SortedPlan = Omit<LedgerPlan, "inserted"> & {
  inserted: (LedgerPlan["inserted"][number] & Partial<NewRowSorting>)[];
  /** May have read the payees of new rows already. */
  readPayee: PayeeReader;
};

/** Writes a plan of `planChanges`, a thousand rows per statement. Retired facts go first, because a row has only one current fact of a source. */
export async function writePlan(
  tx: Transaction,
  owner: LedgerOwner,
  plan: SortedPlan,
  now: Date,
): Promise<void> {
  await retireFacts(tx, owner, plan.retired, now);
  await removeFacts(tx, owner, plan.refiled);
  await insertRows(tx, owner, plan, now);
  await updateRows(tx, owner, plan);
  await saveFacts(tx, owner, plan.facts, now);
  await takeAway(
    tx,
    owner,
    plan.gone.map(({ transactionId }) => transactionId),
    now,
  );
}

/** Reserves IDs for new rows from the table's own sequence. */
export async function reserveIds(tx: Transaction, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('transactions', 'transaction_id'))::int as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

async function insertRows(
  tx: Transaction,
  { userId, institutionAccessItemId }: LedgerOwner,
  { inserted, readPayee }: SortedPlan,
  now: Date,
): Promise<void> {
  for (const chunk of inChunks(inserted)) {
    await tx.execute(sql`
      insert into ${transactions} (transaction_id, user_id, institution_access_item_id, account_id, date, authorized_date, name,
        merchant_name, payee_key, payee, amount, iso_currency_code, pending, bank_category, bank_category_detailed, bank_confidence, maybe_same_as, created_at,
        kind, kind_reason, financial_category_id, category_source)
      overriding system value
      select r."transactionId", ${userId}, ${institutionAccessItemId}, r."accountId", r.date, r."authorizedDate", r.name,
        r."merchantName", r."payeeKey", r.payee, r.amount, r."isoCurrencyCode", r.pending, r."bankCategory", r."bankCategoryDetailed", r."bankConfidence", r."maybeSameAs", ${now},
        ${sortingValues}
      from ${ledgerRecords(chunk, readPayee)}`);
  }
}

/** Updates rows but keeps the person's edits. Rows that the bank has restored lose their flag. */
async function updateRows(
  tx: Transaction,
  { userId }: LedgerOwner,
  { updated, readPayee }: SortedPlan,
): Promise<void> {
  for (const chunk of inChunks(updated.map(({ now }) => now))) {
    await tx.execute(sql`
      update ${transactions} own set account_id = r."accountId", date = r.date, authorized_date = r."authorizedDate",
        name = r.name, merchant_name = r."merchantName", payee_key = r."payeeKey", amount = r.amount,
        iso_currency_code = r."isoCurrencyCode", pending = r.pending, bank_category = r."bankCategory",
        bank_category_detailed = r."bankCategoryDetailed", bank_confidence = r."bankConfidence", removed_by_bank_at = null, dismissed_at = null
      from ${ledgerRecords(chunk, readPayee)}
      where own.transaction_id = r."transactionId" and own.user_id = ${userId}`);
  }
}

function ledgerRecords(rows: NumberedRow[], readPayee: PayeeReader) {
  const records = JSON.stringify(rows.map((row) => ({ ...row, ...readPayee(row) })));
  return sql`json_to_recordset(${records}::json) as r("transactionId" int, "accountId" int, date date, "authorizedDate" date,
    name text, "merchantName" text, "payeeKey" text, payee text, amount bigint, "isoCurrencyCode" text, pending boolean,
    "bankCategory" text, "bankCategoryDetailed" text, "bankConfidence" text, "maybeSameAs" int, ${sortingFields})`;
}

async function retireFacts(
  tx: Transaction,
  { userId, source }: LedgerOwner,
  facts: KnownFact[],
  now: Date,
): Promise<void> {
  for (const chunk of inChunks(facts)) {
    await tx.execute(sql`
      update ${providerTransactions} fact set removed_at = ${now}
      from ${factKeys(chunk)}
      where fact.provider_transaction_id = r.id and fact.account_id = r.account_id and fact.user_id = ${userId} and fact.source = ${source}`);
  }
}

async function removeFacts(
  tx: Transaction,
  { userId, source }: LedgerOwner,
  facts: KnownFact[],
): Promise<void> {
  for (const chunk of inChunks(facts)) {
    await tx.execute(sql`
      delete from ${providerTransactions} fact using ${factKeys(chunk)}
      where fact.provider_transaction_id = r.id and fact.account_id = r.account_id and fact.user_id = ${userId} and fact.source = ${source}`);
  }
}

function factKeys(facts: KnownFact[]) {
  const ids = facts.map(({ providerTransactionId }) => providerTransactionId);
  const accountIds = facts.map(({ accountId }) => accountId);
  return sql`unnest(${sql.param(ids)}::text[], ${sql.param(accountIds)}::int[]) as r(id, account_id)`;
}

async function saveFacts(
  tx: Transaction,
  { userId, source }: LedgerOwner,
  facts: KnownFact[],
  now: Date,
): Promise<void> {
  for (const chunk of inChunks(facts)) {
    await tx.execute(sql`
      insert into ${providerTransactions} as fact (user_id, source, account_id, provider_transaction_id, transaction_id, link_number,
        pending, pending_transaction_id, date, name, raw_amount, iso_currency_code, received_at, removed_at)
      select ${userId}, ${source}, r."accountId", r."providerTransactionId", r."transactionId", r."linkNumber",
        r.pending, r."pendingTransactionId", r.date, r.name, r."rawAmount", r."isoCurrencyCode", ${now},
        case when not r."isCurrent" then ${now}::timestamptz end
      from json_to_recordset(${JSON.stringify(chunk)}::json) as r("accountId" int, "providerTransactionId" text,
        "transactionId" int, "linkNumber" int, pending boolean, "pendingTransactionId" text, date date, name text,
        "rawAmount" numeric, "isoCurrencyCode" text, "isCurrent" boolean)
      on conflict (provider_transaction_id, account_id, source) do update set transaction_id = excluded.transaction_id,
        link_number = excluded.link_number, pending = excluded.pending,
        pending_transaction_id = excluded.pending_transaction_id, date = excluded.date, name = excluded.name,
        raw_amount = excluded.raw_amount, iso_currency_code = excluded.iso_currency_code,
        received_at = excluded.received_at,
        removed_at = case when excluded.removed_at is not null then coalesce(fact.removed_at, excluded.removed_at) end
      where fact.user_id = excluded.user_id`);
  }
}

/**
 * Removes rows that the bank no longer has. Those with the person's marks stay, flagged (docs/reference/money.md,
 * "Removed rows").
 */
async function takeAway(
  tx: Transaction,
  { userId }: LedgerOwner,
  transactionIds: number[],
  now: Date,
): Promise<void> {
  for (const chunk of inChunks(transactionIds)) {
    const own = sql`${transactions.userId} = ${userId} and ${inArray(transactions.transactionId, chunk)}`;
    await tx
      .update(transactions)
      .set({ removedByBankAt: now, transferPairId: null })
      .where(sql`${own} and ${isMarked}`);
    await tx.delete(transactions).where(sql`${own} and not ${isMarked}`);
  }
}
