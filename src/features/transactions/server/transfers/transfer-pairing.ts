import { sql, type SQL } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { transactions, transferDecisions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { isOutflow, money, negateMoney, type Money } from "#shared/money.ts";
import type { KindReason } from "#shared/row-kinds.ts";
import { spanOf } from "#shared/time/plain-dates.ts";
import type { LedgerPlan } from "../../domain/ledger-plan.ts";
import { payeeKeyOf } from "../../domain/payees/payee-key.ts";
import {
  pairTransfers,
  transferDays,
  type TransferDecision,
  type TransferRow,
} from "../../domain/transfers/transfer-pairs.ts";
import { inChunks } from "../row-chunks.ts";
import type { Mode } from "../transaction-store.ts";

/** Person whose rows are paired. Sandbox and live rows never are with each other; those of manual banks are in both. */
export type PairOwner = { userId: string; mode: Mode };

/** Absolute amounts: rows of other ones don't affect each other, unless the person matched them. */
export type Sizes = ReadonlySet<Money>;

type StoredRow = Omit<TransferRow, "account" | "isPayeeConfirmed"> & {
  payeeKey: string;
  transferPairId: number | null;
  kindReason: KindReason;
};

/**
 * Finds anew which rows of these amounts are the two sides of a transfer (`pairTransfers`) and stores it; every other pair
 * stays. Returns the ids of rows that have another pair than they are sorted by.
 */
export async function pairRows(
  tx: Transaction,
  owner: PairOwner,
  sizes: Sizes | "everything",
): Promise<number[]> {
  const around = sizes === "everything" ? await pairableSizes(tx, owner, sql`true`) : sizes;
  const rows = await readRows(tx, owner, around);
  const decisions = await readDecisions(tx, owner.userId);
  const partners = await readPartners(tx, owner, rows, decisions);
  const pairs = pairTransfers(await asTransferRows(tx, owner, [...rows, ...partners]), decisions);
  const found = rows.map((row) => Object.assign(row, { pairId: pairs.get(row.transactionId) ?? null }));
  const changed = found.filter(({ pairId, transferPairId }) => pairId !== transferPairId);
  await writePairs(tx, owner.userId, changed);
  // A pair also ends without a change here, when the bank removes its other side.
  const ended = found.filter(({ pairId, kindReason }) => pairId === null && isOfPair(kindReason));
  return [...new Set([...changed, ...ended].map(({ transactionId }) => transactionId))];
}

function isOfPair(reason: KindReason): boolean {
  return reason === "paired" || reason === "loanPayment";
}

/**
 * Returns the amounts of rows, of what they are matched with, and of all other rows of the payees of both, which a confirmed
 * transfer says something about.
 */
export async function sizesAround(
  tx: Transaction,
  { userId }: Pick<PairOwner, "userId">,
  { transactionIds, payeeKeys = [] }: { transactionIds: readonly number[]; payeeKeys?: readonly string[] },
): Promise<Set<Money>> {
  const { rows } = await tx.execute<{ size: string | number }>(sql`
    with changed as (select unnest(${sql.param([...transactionIds])}::int[]) as id),
    meant as (
      select id from changed
      union select transfer_pair_id from ${transactions} join changed on id = transaction_id
      union select out_transaction_id from ${transferDecisions} join changed on id = in_transaction_id
      union select in_transaction_id from ${transferDecisions} join changed on id = out_transaction_id)
    select distinct abs(amount) as size from ${transactions}
    where user_id = ${userId} and payee_key = any(${sql.param([...payeeKeys])}::text[] || array(
      select payee_key from ${transactions} join meant on id = transaction_id where user_id = ${userId}))`);
  return new Set(rows.map((row) => money(Number(row.size))));
}

/** Returns the amounts around what a sync is about to change, to be read before it writes and then passed to `pairRows`. */
export async function sizesOfPlan(tx: Transaction, owner: PairOwner, plan: LedgerPlan): Promise<Set<Money>> {
  const { updated, gone } = plan;
  const known = [...updated.map(({ before }) => before), ...gone];
  const sizes =
    known.length === 0
      ? new Set<Money>()
      : await sizesAround(tx, owner, {
          transactionIds: known.map(({ transactionId }) => transactionId),
          payeeKeys: updated.map(({ now }) => payeeKeyOf(now)),
        });
  for (const { now } of updated) sizes.add(sizeOf(now.amount));
  return sizes;
}

/** Returns those amounts of new rows that may be a transfer's. Of thousands of new rows a few have one. */
export async function sizesOfNew(
  tx: Transaction,
  owner: PairOwner,
  inserted: readonly { date: string; amount: Money }[],
): Promise<Money[]> {
  const days = spanOf(inserted.map(({ date }) => date));
  if (days === null) return [];
  // Computed by the database, which has days before the year 1: a bank may date a row on its first.
  const near = sql`date between ${days.from}::date - ${transferDays}::int and ${days.to}::date + ${transferDays}::int`;
  const pairable = await pairableSizes(tx, owner, near);
  return inserted.map(({ amount }) => sizeOf(amount)).filter((size) => pairable.has(size));
}

function sizeOf(amount: Money): Money {
  return isOutflow(amount) ? negateMoney(amount) : amount;
}

/** Amounts that came in on one account and went out on another, and those of rows that are paired. */
async function pairableSizes(tx: Transaction, owner: PairOwner, where: SQL): Promise<Set<Money>> {
  const { rows } = await tx.execute<{ size: string | number }>(sql`
    select abs(amount) as size from ${transactions}
    where user_id = ${owner.userId} and ${isOfMode(owner)} and ${where}
    group by abs(amount)
    having (min(amount) < 0 and max(amount) > 0 and min(account_id) <> max(account_id))
      or bool_or(transfer_pair_id is not null or kind_reason in ('paired', 'loanPayment'))`);
  return new Set(rows.map((row) => money(Number(row.size))));
}

/** Condition for rows of institutions of the owner's mode. */
export function isOfMode({ userId, mode }: PairOwner): SQL {
  return sql`(${transactions.institutionAccessItemId} in (
    select ${institutionAccessItems.institutionAccessItemId} from ${institutionAccessItems}
    where ${institutionAccessItems.userId} = ${userId} and ${isSeenIn(mode)}))`;
}

async function readRows(tx: Transaction, owner: PairOwner, sizes: Sizes): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  for (const chunk of inChunks([...sizes])) {
    const amounts = chunk.flatMap((size) => [size, negateMoney(size)]);
    found.push(...(await selectRows(tx, owner, sql`amount = any(${sql.param(amounts)}::bigint[])`)));
  }
  return found;
}

/** Rows that the person matched with rows of another amount. */
function readPartners(
  tx: Transaction,
  owner: PairOwner,
  rows: readonly StoredRow[],
  decisions: readonly TransferDecision[],
): Promise<StoredRow[]> {
  const known = new Set(rows.map(({ transactionId }) => transactionId));
  const ids = decisions.flatMap(({ outId, inId, isTransfer }) =>
    isTransfer && known.has(outId) !== known.has(inId) ? [known.has(outId) ? inId : outId] : [],
  );
  return ids.length === 0
    ? Promise.resolve([])
    : selectRows(tx, owner, sql`transaction_id = any(${sql.param(ids)}::int[])`);
}

async function selectRows(tx: Transaction, owner: PairOwner, where: SQL): Promise<StoredRow[]> {
  const { rows } = await tx.execute<Omit<StoredRow, "amount"> & { amount: string | number }>(sql`
    select transaction_id as "transactionId", account_id as "accountId", amount, iso_currency_code as "isoCurrencyCode",
      date::text, name, payee_key as "payeeKey", bank_category as "bankCategory",
      bank_category_detailed as "bankCategoryDetailed", chosen_kind as "chosenKind",
      transfer_pair_id as "transferPairId", kind_reason as "kindReason"
    from ${transactions}
    where user_id = ${owner.userId} and ${where} and removed_by_bank_at is null and ${isOfMode(owner)}`);
  return rows.map((row) => Object.assign(row, { amount: money(Number(row.amount)) }));
}

/** Returns the person's decisions on pairs of rows. */
export async function readDecisions(tx: Transaction, userId: string): Promise<TransferDecision[]> {
  const { rows } = await tx.execute<TransferDecision>(sql`
    select out_transaction_id as "outId", in_transaction_id as "inId", is_transfer as "isTransfer"
    from ${transferDecisions} where user_id = ${userId}`);
  return rows;
}

/** Adds what the rows' texts are compared with: the person's accounts, and the payees they confirmed. */
export async function asTransferRows<Row extends Omit<StoredRow, "transferPairId" | "kindReason">>(
  tx: Transaction,
  owner: PairOwner,
  rows: readonly Row[],
): Promise<(Row & TransferRow)[]> {
  const named = await readAccounts(tx, owner.userId);
  const confirmed = await readConfirmed(tx, owner);
  return rows.map((row) => ({
    ...row,
    account: named.get(row.accountId) ?? { names: [], mask: null },
    isPayeeConfirmed: confirmed.has(`${row.amount > 0} ${row.payeeKey}`),
  }));
}

async function readAccounts(tx: Transaction, userId: string) {
  const { rows } = await tx.execute<{ id: number; names: (string | null)[]; mask: string | null }>(sql`
    select account_id as id, array[name, official_name] as names, mask from ${accounts} where user_id = ${userId}`);
  return new Map(
    rows.map(({ id, names, mask }) => [id, { names: names.filter((name) => name !== null), mask }] as const),
  );
}

/** Payees with a row that the person marked or matched as a transfer (`sortPayee` knows the same), by direction. */
async function readConfirmed(tx: Transaction, owner: PairOwner): Promise<ReadonlySet<string>> {
  const payee = sql`(amount > 0)::text || ' ' || payee_key as payee`;
  const { rows } = await tx.execute<{ payee: string }>(sql`
    select ${payee} from ${transactions}
    where user_id = ${owner.userId} and removed_by_bank_at is null and ${isOfMode(owner)} and chosen_kind = 'transfer'
    union
    select ${payee} from ${transactions}
    where user_id = ${owner.userId} and removed_by_bank_at is null and ${isOfMode(owner)} and ${isMatched(owner.userId)}`);
  return new Set(rows.map((row) => row.payee));
}

/**
 * Condition for rows that the person matched with another one, while both can be sides of a transfer (`pairTransfers`): one may
 * be gone, or its kind chosen since.
 */
export function isMatched(userId: string): SQL<boolean> {
  const isOpenSide = (side: SQL) =>
    sql`${side}.removed_by_bank_at is null and coalesce(${side}.chosen_kind, 'transfer') = 'transfer'`;
  return sql`(transaction_id in (
    select unnest(array[out_transaction_id, in_transaction_id]) from ${transferDecisions} matched
    join ${transactions} money_out on money_out.transaction_id = out_transaction_id
    join ${transactions} money_in on money_in.transaction_id = in_transaction_id
    where matched.user_id = ${userId} and is_transfer and ${isOpenSide(sql`money_out`)} and ${isOpenSide(sql`money_in`)}
      and money_out.amount < 0 and money_in.amount > 0 and money_out.account_id <> money_in.account_id))`;
}

async function writePairs(
  tx: Transaction,
  userId: string,
  changed: readonly { transactionId: number; pairId: number | null }[],
): Promise<void> {
  for (const chunk of inChunks(changed)) {
    await tx.execute(sql`
      update ${transactions} own set transfer_pair_id = r.pair_id
      from unnest(${sql.param(chunk.map(({ transactionId }) => transactionId))}::int[],
        ${sql.param(chunk.map(({ pairId }) => pairId))}::int[]) as r(id, pair_id)
      where own.transaction_id = r.id and own.user_id = ${userId}`);
  }
}
