import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { SaveTransactionInput } from "../../domain/typed-row.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import { setTags } from "./tag-store.ts";

/**
 * Sets what is given of a row's note and tags (docs/reference/money.md, "Notes and tags"). Of tags that the caller has read, it changes only
 * those that it added or removed.
 */
export async function writeWords(
  tx: Transaction,
  owner: PairOwner,
  transactionId: number,
  { note, tags, basedOn }: Pick<SaveTransactionInput, "note" | "tags" | "basedOn">,
): Promise<void> {
  if (note !== undefined)
    await tx
      .update(transactions)
      .set({ note: note === "" ? null : note })
      .where(and(eq(transactions.userId, owner.userId), eq(transactions.transactionId, transactionId)));
  if (tags !== undefined) await setTags(tx, owner, transactionId, { names: tags, read: basedOn?.tags });
}
