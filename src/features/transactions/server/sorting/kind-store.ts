import type { z } from "zod";
import { and, asc, eq, sql } from "drizzle-orm";
import { transactions } from "#server/tables/transaction-tables.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import type { transactionsContract } from "../../contract.ts";
import { hasId, isMarkable } from "./row-kinds.ts";
import { lockLedger } from "./row-sorting.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import { settleRows } from "./settle-rows.ts";

/** A person's choice of kind for a row; null for automatic. With `basedOn`, it applies only if that is still the choice. */
export type KindChoice = z.output<typeof transactionsContract.setTransactionKinds.input>[number];

/** Number of rows in a change, and the earlier choices for those it changed. */
export type ChosenKinds = { updated: number; undo: { transactionId: number; kind: RowKind | null }[] };

/** Sets the kinds of all the rows, or of none. @throws AppError 404 if one without `basedOn` is gone */
export async function chooseKinds(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  choices: readonly KindChoice[],
): Promise<ChosenKinds> {
  await lockLedger(tx, userId);
  const wanted = new Map(choices.map((choice) => [choice.transactionId, choice]));
  const rows = await tx
    .select({ transactionId: transactions.transactionId, kind: transactions.chosenKind })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, ofMode(mode), hasId([...wanted.keys()])))
    .orderBy(asc(transactions.transactionId))
    .for("no key update");
  const found = new Set(rows.map(({ transactionId }) => transactionId));
  if (choices.some((one) => one.basedOn === undefined && !found.has(one.transactionId))) throw notFound();
  const meant = rows.filter(({ transactionId, kind }) => {
    const basedOn = wanted.get(transactionId)?.basedOn;
    return basedOn === undefined || basedOn === kind;
  });
  const undo = meant.filter(({ transactionId, kind }) => wanted.get(transactionId)?.kind !== kind);
  const ids = undo.map(({ transactionId }) => transactionId);
  const kinds = ids.map((id) => wanted.get(id)?.kind ?? null);
  await tx.execute(sql`
    update ${transactions} own set chosen_kind = r.kind, kind_by = case when r.kind is not null then ${actingMember} end
    from unnest(${sql.param(ids)}::int[], ${sql.param(kinds)}::text[]) as r(id, kind)
    where own.transaction_id = r.id and own.user_id = ${userId}`);
  if (ids.length > 0) await settleRows(tx, { userId, mode }, { transactionIds: ids });
  return { updated: meant.length, undo };
}
