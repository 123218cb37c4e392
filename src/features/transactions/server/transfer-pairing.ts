import { sql } from "drizzle-orm";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { isOutflow, money, negateMoney, type Money } from "#shared/money.ts";
import type { LedgerPlan } from "../domain/ledger-plan.ts";
import {
  pairTransfers,
  transferNeighborhood,
  type DaySpan,
  type TransferCandidate,
} from "../domain/transfer-pairs.ts";
import { inChunks } from "./row-chunks.ts";
import { couldBeTransfer, transactions } from "#server/tables/transaction-tables.ts";

/** Days and absolute amounts to pair again. */
type Touched = { days: DaySpan; amounts: Set<Money> };
type PairedRow = TransferCandidate & { transferPairId: number | null };

/**
 * Pairs transfers again (`pairTransfers`) among rows with the amounts, and around the days, that a sync changed; all other
 * pairs stay. Rows of all the person's institutions of the same mode take part. Returns the IDs of all rows examined.
 */
export async function pairAround(
  tx: Transaction,
  owner: { userId: string; institutionAccessItemId: number },
  plan: LedgerPlan,
): Promise<number[]> {
  const touched = await touchedBy(tx, owner, plan);
  if (touched === null) return [];
  const { decided, seen } = transferNeighborhood(touched.days);
  const rows = await readCandidates(tx, owner, seen, [...touched.amounts]);
  const pairs = pairTransfers(rows);
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  const isDecided = (id: number | null) => {
    const row = id === null ? undefined : byId.get(id);
    return row === undefined || (row.date >= decided.first && row.date <= decided.last);
  };
  const changed = rows.flatMap(({ transactionId, transferPairId }) => {
    const pairId = pairs.get(transactionId) ?? null;
    const mayChange = [transactionId, transferPairId, pairId].every(isDecided);
    return mayChange && pairId !== transferPairId ? [{ transactionId, pairId }] : [];
  });
  await writePairs(tx, owner.userId, changed);
  return [...byId.keys()];
}

/** Returns null if no transfer can have changed. */
async function touchedBy(
  tx: Transaction,
  owner: { userId: string },
  { inserted, updated, gone }: LedgerPlan,
): Promise<Touched | null> {
  const changed = [...updated.flatMap(({ before, now }) => [before, now]), ...gone];
  const days = [...inserted, ...changed].map(({ date }) => date);
  const first = days.reduce((a, b) => (a < b ? a : b), "9999-12-31");
  const last = days.reduce((a, b) => (a > b ? a : b), "");
  if (last === "") return null;
  const amounts = new Set(changed.map(({ amount }) => size(amount)));
  if (inserted.length > 0) {
    // Only a few of thousands of new rows have an amount that could be a transfer's.
    const transferable = await transferableAmounts(
      tx,
      owner.userId,
      transferNeighborhood({ first, last }).seen,
    );
    for (const { amount } of inserted) if (transferable.has(size(amount))) amounts.add(size(amount));
  }
  return amounts.size === 0 ? null : { days: { first, last }, amounts };
}

function size(amount: Money): Money {
  return isOutflow(amount) ? negateMoney(amount) : amount;
}

async function transferableAmounts(
  tx: Transaction,
  userId: string,
  days: DaySpan,
): Promise<ReadonlySet<Money>> {
  const { rows } = await tx.execute<{ size: string | number }>(sql`
    select distinct abs(amount) as size from ${transactions}
    where user_id = ${userId} and date between ${days.first} and ${days.last} and (${couldBeTransfer})`);
  return new Set(rows.map((row) => money(Number(row.size))));
}

async function readCandidates(
  tx: Transaction,
  { userId, institutionAccessItemId }: { userId: string; institutionAccessItemId: number },
  days: DaySpan,
  sizes: Money[],
): Promise<PairedRow[]> {
  const found: PairedRow[] = [];
  for (const chunk of inChunks(sizes)) {
    const amounts = chunk.flatMap((amount) => [amount, negateMoney(amount)]);
    const { rows } = await tx.execute<Omit<PairedRow, "amount"> & { amount: string | number }>(sql`
      select transaction_id as "transactionId", account_id as "accountId", amount, iso_currency_code as "isoCurrencyCode",
        date::text, bank_category as "bankCategory", bank_category_detailed as "bankCategoryDetailed",
        transfer_pair_id as "transferPairId"
      from ${transactions}
      where user_id = ${userId} and amount = any(${sql.param(amounts)}::bigint[])
        and date between ${days.first} and ${days.last} and removed_by_bank_at is null
        and account_id in (
          select account_id from ${accounts} join ${institutionAccessItems} using (institution_access_item_id)
          where ${accounts.userId} = ${userId} and mode = (
            select mode from ${institutionAccessItems} where institution_access_item_id = ${institutionAccessItemId}))`);
    for (const row of rows) found.push({ ...row, amount: money(Number(row.amount)) });
  }
  return found;
}

async function writePairs(
  tx: Transaction,
  userId: string,
  changed: { transactionId: number; pairId: number | null }[],
): Promise<void> {
  for (const chunk of inChunks(changed)) {
    await tx.execute(sql`
      update ${transactions} own set transfer_pair_id = r.pair_id
      from unnest(${sql.param(chunk.map(({ transactionId }) => transactionId))}::int[],
        ${sql.param(chunk.map(({ pairId }) => pairId))}::int[]) as r(id, pair_id)
      where own.transaction_id = r.id and own.user_id = ${userId}`);
  }
}
