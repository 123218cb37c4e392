import { and, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { movedMarks, providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { payeeKeyOf } from "../../domain/payees/payee-key.ts";
import { joinDays } from "../../domain/joined-rows.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import { moveMarks } from "../removed/moved-marks.ts";
import { paysSource } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { ofMode } from "../transaction-store.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { sizesAround, type PairOwner } from "../transfers/transfer-pairing.ts";
import { moveDecisions } from "./joined-transfers.ts";

/** Person who joins rows, the site's mode of banks, and the time. */
export type JoinOwner = PairOwner & { now: Date };

type Row = Awaited<ReturnType<typeof lockRows>>[number];

/**
 * Makes one row of two (docs/reference/import-matching.md, "By hand"): what stands behind the weaker one stands behind the
 * stronger one from now on, and its marks move.
 * @throws AppError 404 for a row that isn't the person's; 400 and 409 if they can't be one
 */
export async function joinRows(
  tx: Transaction,
  owner: JoinOwner,
  [transactionId, otherId]: readonly [number, number],
): Promise<{ transactionId: number; joinedTransactionId: number }> {
  await lockLedger(tx, owner.userId);
  const rows = await lockRows(tx, owner, [transactionId, otherId]);
  const one = rows.find((row) => row.transactionId === transactionId);
  const other = rows.find((row) => row.transactionId === otherId);
  if (one === undefined || other === undefined) throw notFound();
  const done = await findJoin(tx, [transactionId, otherId]);
  if (done !== null) return done;
  await check(tx, one, other);
  const [to, from] = isStronger(one, other) ? [one, other] : [other, one];
  const ids = [to.transactionId, from.transactionId];
  const sizes = await sizesAround(tx, owner, { transactionIds: ids, payeeKeys: [to.payeeKey] });
  const transfers = await moveDecisions(tx, from.transactionId, to.transactionId);
  await moveMarks(tx, from, to, { isJoin: true, merchantName: to.merchantName, transfers });
  await tx
    .update(providerTransactions)
    .set({
      joinedFrom: sql`coalesce(${providerTransactions.joinedFrom}, ${from.transactionId})`,
      transactionId: to.transactionId,
    })
    .where(eq(providerTransactions.transactionId, from.transactionId));
  await tx
    .update(transactions)
    .set({ removedByBankAt: owner.now, dismissedAt: owner.now, transferPairId: null })
    .where(eq(transactions.transactionId, from.transactionId));
  // What may be the hidden row may be this one.
  await tx
    .update(transactions)
    .set({ maybeSameAs: to.transactionId })
    .where(
      and(
        eq(transactions.userId, owner.userId),
        eq(transactions.maybeSameAs, from.transactionId),
        ne(transactions.transactionId, to.transactionId),
      ),
    );
  // The payee stays as the person typed it, as in an automatic join.
  if (from.isTyped && !to.isTyped) await setMerchant(tx, to, from.merchantName ?? from.name);
  await settleRows(tx, owner, { transactionIds: ids, payeeKeys: [to.payeeKey] }, sizes);
  return { transactionId: to.transactionId, joinedTransactionId: from.transactionId };
}

/** Names the merchant of a row, by which it's filed from now on. */
export async function setMerchant(
  tx: Transaction,
  { transactionId, name }: Pick<Row, "transactionId" | "name">,
  merchantName: string | null,
): Promise<void> {
  await tx
    .update(transactions)
    .set({ merchantName, payeeKey: payeeKeyOf({ name, merchantName }) })
    .where(eq(transactions.transactionId, transactionId));
}

/** Locks rows by ID, as in all bulk edits. The strength of the source that speaks for a row: 0 for a bank's current link. */
export function lockRows(tx: Transaction, { userId, mode }: PairOwner, ids: readonly number[]) {
  const source = sql`case when fact.source = 'file' then 2 when fact.source = 'manual' then 3
    else (fact.link_number < account.link_number)::int end`;
  const current = sql`from ${providerTransactions} fact join ${accounts} account using (account_id)
    where fact.transaction_id = ${transactions.transactionId} and fact.removed_at is null`;
  return tx
    .select({
      ...getTableColumns(transactions),
      strength: sql<number>`coalesce((select min(${source}) ${current}), 4)`,
      isTyped: sql<boolean>`exists (select ${current} and fact.source = 'manual')`,
      paysIncome: paysSource,
    })
    .from(transactions)
    .where(
      sql`${transactions.userId} = ${userId} and ${inArray(transactions.transactionId, [...ids])} and ${ofMode(mode)}`,
    )
    .orderBy(transactions.transactionId)
    .for("update", { of: transactions });
}

function isStronger(one: Row, other: Row): boolean {
  return one.strength === other.strength
    ? one.transactionId < other.transactionId
    : one.strength < other.strength;
}

async function findJoin(tx: Transaction, ids: [number, number]) {
  const { fromTransactionId, toTransactionId, isJoin } = movedMarks;
  const [found] = await tx
    .select({ transactionId: toTransactionId, joinedTransactionId: fromTransactionId })
    .from(movedMarks)
    .where(sql`${isJoin} and ${inArray(fromTransactionId, ids)} and ${inArray(toTransactionId, ids)}`);
  return found ?? null;
}

async function check(tx: Transaction, one: Row, other: Row): Promise<void> {
  const refuse = (message: string) => invalid({ otherTransactionId: [message] });
  if (one.dismissedAt !== null || other.dismissedAt !== null) throw notFound();
  if (one.transactionId === other.transactionId) throw refuse("Choose another transaction.");
  if (one.removedByBankAt !== null || other.removedByBankAt !== null)
    throw conflict("otherTransactionId", "The bank removed one of them. Move its edits instead.");
  if (one.accountId !== other.accountId) throw refuse("Choose a transaction of the same account.");
  if (one.amount !== other.amount || one.isoCurrencyCode !== other.isoCurrencyCode)
    throw refuse("Choose a transaction of the same amount.");
  if (Math.abs(daysBetween(one.date, other.date)) > joinDays)
    throw refuse(`Choose a transaction at most ${joinDays} days apart.`);
  const apart = await toldApart(tx, one, other);
  if (apart === "bank")
    throw conflict("otherTransactionId", "The bank has both, so they’re two transactions.");
  if (apart === "file")
    throw conflict("otherTransactionId", "One file has both, so they’re two transactions.");
  if (one.paysIncome && other.paysIncome)
    throw conflict("otherTransactionId", "Both transactions pay an income source. Unlink one of them first.");
}

/** Finds a source that has two rows as two: a link to a bank, or a file. */
async function toldApart(tx: Transaction, one: Row, other: Row): Promise<"bank" | "file" | null> {
  const { rows } = await tx.execute<{ isFile: boolean }>(sql`
    select one.import_id is not null as "isFile"
    from ${providerTransactions} one join ${providerTransactions} other on other.source = one.source
    where one.transaction_id = ${one.transactionId} and other.transaction_id = ${other.transactionId} and ${isTwoInOne}
    order by 1 limit 1`);
  const [found] = rows;
  if (found === undefined) return null;
  return found.isFile ? "file" : "bank";
}

/** Condition that one source has the facts `one` and `other` as two rows. */
export const isTwoInOne = sql`(one.import_id = other.import_id
  or one.source in ('plaid', 'simplefin') and one.source = other.source and one.link_number = other.link_number
    and one.removed_at is null and other.removed_at is null)`;
