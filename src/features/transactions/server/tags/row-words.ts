import { and, eq } from "drizzle-orm";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { SaveTransactionInput } from "../../domain/typed-row.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import { setTags } from "./tag-store.ts";
import { keepWords, sortWords } from "./word-changes.ts";

/**
 * Sets what is given of a row's note and tags (docs/reference/money.md, "Notes and tags"). Of tags that the caller has read, it changes only
 * those that it added or removed. The caller holds the lock of the ledger.
 */
export async function writeWords(
  tx: Transaction,
  owner: PairOwner,
  transactionId: number,
  { note, tags, basedOn }: Pick<SaveTransactionInput, "note" | "tags" | "basedOn">,
): Promise<void> {
  if (note !== undefined) await writeNote(tx, owner.userId, transactionId, note === "" ? null : note);
  if (tags !== undefined) await setTags(tx, owner, transactionId, { names: tags, read: basedOn?.tags });
}

/** Sets a note. One that stays as a rule gave it stays the rule's. */
async function writeNote(
  tx: Transaction,
  userId: string,
  transactionId: number,
  note: string | null,
): Promise<void> {
  const isRow = and(eq(transactions.userId, userId), eq(transactions.transactionId, transactionId));
  const [before] = await tx
    .select({ note: transactions.note, noteRuleId: transactions.noteRuleId })
    .from(transactions)
    .where(isRow);
  if (before === undefined || before.note === note) return;
  await tx
    .update(transactions)
    .set({ note, noteRuleId: null, noteBy: note === null ? null : actingMember })
    .where(isRow);
  if (note === null && before.noteRuleId !== null) await keepWords(tx, userId, [transactionId]);
  await sortWords(tx, userId, [transactionId]);
}

/** A note and tags that a new row's form leaves empty aren't taken off: rules may give them. */
export function asNew({ note = "", ...input }: SaveTransactionInput): SaveTransactionInput {
  return { ...input, ...(note === "" ? {} : { note }), basedOn: { tags: [] } };
}
