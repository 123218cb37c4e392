import { and, desc, eq, sql } from "drizzle-orm";
import { movedMarks, providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { fromUnits } from "#shared/money.ts";
import { payeeKeyOf } from "../../domain/payees/payee-key.ts";
import { moveFileParts } from "../parts/moved-parts.ts";
import { moveMarksBack } from "../removed/moved-marks.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { sizesAround } from "../transfers/transfer-pairing.ts";
import { lockRows, setMerchant, type JoinOwner } from "./join-rows.ts";
import { moveDecisions } from "./joined-transfers.ts";

type Row = Awaited<ReturnType<typeof lockRows>>[number];

/**
 * Takes a row apart (docs/reference/import-matching.md, "By hand"): the join by hand that an undo names, or the latest one, or else
 * what its weakest source says, which becomes a row of its own.
 * @throws AppError 404 for a row that isn't the person's or a join that is no more, 409 if one source is all that stands behind it
 */
export async function separateRow(
  tx: Transaction,
  owner: JoinOwner,
  { transactionId, joinedTransactionId }: { transactionId: number; joinedTransactionId?: number | undefined },
): Promise<{ transactionId: number; separatedTransactionId: number }> {
  await lockLedger(tx, owner.userId);
  const joined = await latestJoin(tx, transactionId, joinedTransactionId);
  if (joined === null && joinedTransactionId !== undefined) throw notFound();
  const rows = await lockRows(tx, owner, [
    transactionId,
    ...(joined === null ? [] : [joined.fromTransactionId]),
  ]);
  const row = rows.find((each) => each.transactionId === transactionId);
  const from = rows.find((each) => each.transactionId === joined?.fromTransactionId);
  if (row === undefined || row.dismissedAt !== null) throw notFound();
  const before = [...new Set(rows.map(({ payeeKey }) => payeeKey))];
  const ids = rows.map((each) => each.transactionId);
  const sizes = await sizesAround(tx, owner, { transactionIds: ids, payeeKeys: before });
  const separatedTransactionId =
    joined === null || from === undefined
      ? await splitWeakest(tx, owner, row)
      : await takeJoinApart(tx, owner, { joined, from, row });
  const transactionIds = [transactionId, separatedTransactionId];
  await settleRows(tx, owner, { transactionIds, payeeKeys: before }, sizes);
  return { transactionId, separatedTransactionId };
}

type Join = typeof movedMarks.$inferSelect;

async function latestJoin(tx: Transaction, transactionId: number, fromId?: number): Promise<Join | null> {
  const [found] = await tx
    .select({ join: movedMarks })
    .from(movedMarks)
    .innerJoin(transactions, eq(transactions.transactionId, movedMarks.fromTransactionId))
    .where(
      and(
        eq(movedMarks.toTransactionId, transactionId),
        movedMarks.isJoin,
        fromId === undefined ? undefined : eq(movedMarks.fromTransactionId, fromId),
      ),
    )
    .orderBy(desc(transactions.dismissedAt), desc(movedMarks.fromTransactionId))
    .limit(1);
  return found?.join ?? null;
}

/** Brings a joined row back, with what stood behind it and its marks. */
async function takeJoinApart(
  tx: Transaction,
  owner: JoinOwner,
  { joined, from, row }: { joined: Join; from: Row; row: Row },
): Promise<number> {
  const { transactionId: fromId } = from;
  const home = sql`with recursive tree as (
      select ${fromId}::int as id
      union select from_transaction_id from ${movedMarks} join tree on to_transaction_id = id where is_join)
    select id from tree`;
  await tx.execute(sql`
    update ${providerTransactions} set transaction_id = ${fromId}, joined_from = nullif(joined_from, ${fromId})
    where transaction_id = ${row.transactionId} and joined_from in (${home})`);
  await moveMarksBack(tx, from, row, joined);
  await moveDecisions(tx, row.transactionId, fromId, joined.transfers ?? []);
  const typed = from.merchantName ?? from.name;
  if (row.merchantName === typed && joined.merchantName !== typed)
    await setMerchant(tx, row, joined.merchantName);
  await tx
    .update(transactions)
    .set({ removedByBankAt: null, dismissedAt: null })
    .where(eq(transactions.transactionId, fromId));
  // Nothing may be left of the other: the bank may have removed it since, or an import was undone.
  await tx.execute(sql`
    update ${transactions} set removed_by_bank_at = ${owner.now}, transfer_pair_id = null
    where transaction_id = ${row.transactionId} and removed_by_bank_at is null and not exists (
      select from ${providerTransactions} fact
      where fact.transaction_id = ${row.transactionId} and fact.removed_at is null)`);
  return fromId;
}

const ofNoFile = { fileCategory: null, merchantCode: null, typeCode: null };

/** Makes a row of what the weakest source of a row says: the person's typing, or else files. */
async function splitWeakest(tx: Transaction, owner: JoinOwner, row: Row): Promise<number> {
  const { source, transactionId, importId } = providerTransactions;
  const facts = await tx
    .select()
    .from(providerTransactions)
    .where(eq(transactionId, row.transactionId))
    .orderBy(importId);
  const current = facts.filter((fact) => fact.removedAt === null);
  const weakest =
    current.find((fact) => fact.source === "manual") ?? current.find((fact) => fact.source === "file");
  if (weakest === undefined || current.every((fact) => fact.source === weakest.source))
    throw conflict("transactionId", "Only one source has this transaction, so there’s nothing to separate.");
  const isTyped = weakest.source === "manual";
  const { fileCategory, merchantCode, typeCode } = row;
  const { name, date, isoCurrencyCode, accountId } = weakest;
  const merchantName = isTyped ? name : null;
  const amount = fromUnits(Number(weakest.rawAmount), isoCurrencyCode);
  if (!amount.ok) throw new Error(amount.message);
  const [added] = await tx
    .insert(transactions)
    .values({
      userId: owner.userId,
      institutionAccessItemId: row.institutionAccessItemId,
      accountId,
      date,
      name,
      merchantName,
      payeeKey: payeeKeyOf({ name, merchantName }),
      amount: amount.value,
      isoCurrencyCode,
      pending: false,
      ...(isTyped ? ofNoFile : { fileCategory, merchantCode, typeCode }),
      keptApart: true,
      createdAt: owner.now,
    })
    .returning({ id: transactions.transactionId });
  if (added === undefined) throw new Error("The database added no transaction.");
  await tx
    .update(providerTransactions)
    .set({ transactionId: added.id })
    .where(and(eq(transactionId, row.transactionId), eq(source, weakest.source)));
  // What the first file changed was the other row.
  const first = facts.find((fact) => fact.source === "file");
  if (first !== undefined)
    await tx
      .update(providerTransactions)
      .set({ before: null })
      .where(
        and(eq(importId, first.importId ?? 0), eq(transactionId, isTyped ? row.transactionId : added.id)),
      );
  if (isTyped) await setMerchant(tx, row, null);
  else {
    await tx.update(transactions).set(ofNoFile).where(eq(transactions.transactionId, row.transactionId));
    await moveFileParts(tx, row, { ...row, transactionId: added.id, amount: amount.value });
  }
  return added.id;
}

/** Sets whether a row is one of its own, whatever it may be the same as. @throws AppError 404 */
export async function setApart(
  tx: Transaction,
  owner: JoinOwner,
  transactionId: number,
  keptApart: boolean,
): Promise<void> {
  const [row] = await lockRows(tx, owner, [transactionId]);
  if (row === undefined || row.dismissedAt !== null) throw notFound();
  await tx.update(transactions).set({ keptApart }).where(eq(transactions.transactionId, transactionId));
}
