import { and, asc, eq, sql } from "drizzle-orm";
import { transactions, transferDecisions } from "#server/tables/transaction-tables.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { isInflow, isOutflow, money } from "#shared/money.ts";
import { isOpen } from "../../domain/transfers/transfer-pairs.ts";
import { hasId, isAtBank, isMarkable } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { ofMode } from "../transaction-store.ts";
import { settleRows } from "../sorting/settle-rows.ts";
import { readDecisions, type PairOwner } from "./transfer-pairing.ts";

/** The person's word on two rows: one transfer, not one, or null, which leaves it to the rule. */
export type PairDecision = { outTransactionId: number; inTransactionId: number; isTransfer: boolean | null };

/** A decision that, with `basedOn`, applies only if that is still the current one. */
type BasedDecision = PairDecision & { basedOn?: boolean | null | undefined };

/** Number of pairs in a change, and the previous decisions on those that changed. */
export type DecidedPairs = { updated: number; undo: PairDecision[] };

/**
 * Stores decisions on pairs of rows, all or none, and finds the pairs around them anew.
 * @throws AppError 404 where a row isn't the person's, 400 where two can't be sides of one transfer, 409 where one is
 * matched with another row or its kind was chosen
 */
export async function setPairs(
  tx: Transaction,
  owner: PairOwner,
  asked: readonly BasedDecision[],
): Promise<DecidedPairs> {
  const { userId } = owner;
  await lockLedger(tx, userId);
  const rows = await lockRows(tx, owner, asked.flatMap(idsOf));
  const stored = await readDecisions(tx, userId);
  const before = new Map(stored.map(({ outId, inId, isTransfer }) => [`${outId} ${inId}`, isTransfer]));
  const meant = asked.filter(({ basedOn, ...pair }) => {
    const isHere = idsOf(pair).every((id) => rows.has(id));
    if (basedOn === undefined && !isHere) throw notFound();
    return basedOn === undefined || (isHere && basedOn === (before.get(keyOf(pair)) ?? null));
  });
  const changed = meant.filter((pair) => (before.get(keyOf(pair)) ?? null) !== pair.isTransfer);
  for (const pair of changed) check(pair, rows);
  const idle = await findIdle(tx, userId, changed);
  const after = new Map<string, boolean | null>(before);
  for (const pair of [...idle, ...changed]) after.set(keyOf(pair), pair.isTransfer);
  checkSingle(after);
  if (changed.length > 0) {
    await write(tx, userId, [...idle, ...changed]);
    const ids = changed.flatMap(idsOf);
    await settleRows(tx, owner, { transactionIds: ids });
  }
  const undo = changed.map(({ outTransactionId, inTransactionId, ...pair }) => ({
    outTransactionId,
    inTransactionId,
    isTransfer: before.get(keyOf({ outTransactionId, inTransactionId, ...pair })) ?? null,
  }));
  return { updated: meant.length, undo };
}

type Row = Pick<typeof transactions.$inferSelect, "transactionId" | "accountId" | "amount" | "chosenKind">;

async function lockRows(
  tx: Transaction,
  { userId, mode }: PairOwner,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  const { transactionId, accountId, amount, chosenKind } = transactions;
  const rows = await tx
    .select({ transactionId, accountId, amount, chosenKind })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, isAtBank, ofMode(mode), hasId(ids)))
    .orderBy(asc(transactionId))
    .for("no key update");
  return new Map(rows.map((row) => [row.transactionId, row]));
}

function idsOf({ outTransactionId, inTransactionId }: PairDecision): number[] {
  return [outTransactionId, inTransactionId];
}

function keyOf(pair: PairDecision): string {
  return idsOf(pair).join(" ");
}

function check(
  { outTransactionId, inTransactionId, isTransfer }: PairDecision,
  rows: ReadonlyMap<number, Row>,
): void {
  const [out, into] = [rows.get(outTransactionId), rows.get(inTransactionId)];
  if (out === undefined || into === undefined) throw notFound();
  if (!isOutflow(money(out.amount))) throw invalid({ outTransactionId: ["Choose money out."] });
  if (!isInflow(money(into.amount))) throw invalid({ inTransactionId: ["Choose money in."] });
  if (out.accountId === into.accountId)
    throw invalid({ inTransactionId: ["Choose a transaction on another account."] });
  if (isTransfer !== true) return;
  const closed = [out, into].find((row) => !isOpen(row));
  if (closed !== undefined)
    throw conflict(
      closed === out ? "outTransactionId" : "inTransactionId",
      "You chose what this transaction is. Mark it as a transfer first.",
    );
}

/** A row is a side of one transfer at most. */
function checkSingle(decisions: ReadonlyMap<string, boolean | null>): void {
  const taken = new Set<string>();
  for (const [pair, isTransfer] of decisions) {
    if (isTransfer !== true) continue;
    const [out = "", into = ""] = pair.split(" ");
    if (taken.has(out) || taken.has(into))
      throw conflict(
        taken.has(out) ? "outTransactionId" : "inTransactionId",
        "It’s matched with another transaction. Unmatch it first.",
      );
    taken.add(out).add(into);
  }
}

/** Finds former matches of rows to match that aren't in effect, such as with a removed row. They end, because nobody could undo them. */
async function findIdle(
  tx: Transaction,
  userId: string,
  changed: readonly PairDecision[],
): Promise<PairDecision[]> {
  const ids = sql`${sql.param(changed.filter(({ isTransfer }) => isTransfer === true).flatMap(idsOf))}::int[]`;
  const { rows } = await tx.execute<Omit<PairDecision, "isTransfer">>(sql`
    select out_transaction_id as "outTransactionId", in_transaction_id as "inTransactionId" from ${transferDecisions}
    join ${transactions} on transaction_id = out_transaction_id
    where ${transferDecisions.userId} = ${userId} and is_transfer and transfer_pair_id is distinct from in_transaction_id
      and (out_transaction_id = any(${ids}) or in_transaction_id = any(${ids}))`);
  return rows.map((row) => Object.assign(row, { isTransfer: null }));
}

async function write(tx: Transaction, userId: string, changed: readonly PairDecision[]): Promise<void> {
  const records = sql`json_to_recordset(${JSON.stringify(changed)}::json)
    as r("outTransactionId" int, "inTransactionId" int, "isTransfer" boolean)`;
  await tx.execute(sql`
    delete from ${transferDecisions} using ${records}
    where ${transferDecisions.userId} = ${userId} and out_transaction_id = r."outTransactionId"
      and in_transaction_id = r."inTransactionId"`);
  await tx.execute(sql`
    insert into ${transferDecisions} (out_transaction_id, in_transaction_id, user_id, is_transfer, decided_by)
    select "outTransactionId", "inTransactionId", ${userId}, "isTransfer", ${actingMember} from ${records} where "isTransfer" is not null`);
}
