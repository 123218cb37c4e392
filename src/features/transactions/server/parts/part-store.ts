import { and, asc, eq, sql } from "drizzle-orm";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { money } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { partAmounts } from "../../domain/split-parts.ts";
import type { SplitInput } from "../../part-contract.ts";
import { chosenCategory, lockCategories, noSuchCategory } from "../sorting/category-choice.ts";
import { hasId, isMarkable } from "../sorting/row-kinds.ts";
import { inChunks } from "../row-chunks.ts";
import { lockLedger, sortRows } from "../sorting/row-sorting.ts";
import { ofMode } from "../transaction-store.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";

/** A part as stored, in minor units. */
export type StoredPart = Omit<typeof transactionParts.$inferSelect, "transactionId" | "userId">;

/**
 * Splits a row, replacing earlier parts, or joins it again (docs/reference/money.md, "Parts").
 * @throws AppError 404 for a row that isn't the person's, 400 for its parts, 409 `parts` if they changed since `basedOn`
 */
export async function splitRow(
  tx: Transaction,
  { userId, mode }: PairOwner,
  { transactionId, parts, financialCategoryId, basedOn }: SplitInput,
): Promise<void> {
  await lockLedger(tx, userId);
  const [row] = await tx
    .select({ amount: transactions.amount, isoCurrencyCode: transactions.isoCurrencyCode })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), hasId([transactionId]), isMarkable, ofMode(mode)))
    .for("no key update");
  if (row === undefined) throw notFound();
  const before = await readParts(tx, transactionId);
  const isAsRead =
    basedOn === undefined || basedOn.join(" ") === before.map(({ partId }) => partId).join(" ");
  if (!isAsRead) throw conflict("parts", "This transaction’s parts were changed elsewhere. Open it again.");
  const found = partAmounts(parts, { ...row, amount: money(row.amount) });
  if (!found.ok) throw invalid(found.errors);
  await checkCategories(tx, userId, { parts, financialCategoryId });
  const lastId = Math.max(0, ...before.map(({ partId }) => partId));
  if (parts.length > 0 || before.length > 0)
    await writeParts(
      tx,
      { transactionId, userId },
      parts.map((part, index) => ({
        // Other ids than before, so that another tab sees the change.
        partId: lastId + index + 1,
        amount: found.amounts[index] ?? 0,
        financialCategoryId: part.financialCategoryId === uncategorizedId ? null : part.financialCategoryId,
        note: part.note === "" ? null : part.note,
        leftOut: part.leftOut,
        isRest: part.isRest,
      })),
    );
  else if (financialCategoryId === undefined) return;
  await tx
    .update(transactions)
    .set(choiceOf(userId, parts.length > 0 ? uncategorizedId : financialCategoryId))
    .where(hasId([transactionId]));
  await sortRows(tx, userId, { transactionIds: [transactionId] });
}

function choiceOf(userId: string, financialCategoryId: number | undefined) {
  if (financialCategoryId === undefined)
    return {
      financialCategoryId: null,
      categorySource: "none" as const,
      // Remembers who joined the parts, so that no file splits the row again.
      categoryBy: sql`coalesce(${actingMember}, ${userId}::uuid)`,
    };
  return chosenCategory(financialCategoryId);
}

async function checkCategories(
  tx: Transaction,
  userId: string,
  { parts, financialCategoryId = uncategorizedId }: Pick<SplitInput, "parts" | "financialCategoryId">,
): Promise<void> {
  const ids = [...parts.map((part) => part.financialCategoryId), financialCategoryId];
  const usable = await lockCategories(
    tx,
    userId,
    ids.filter((id) => id !== uncategorizedId),
  );
  const errors = Object.fromEntries(
    ids.flatMap((id, index) =>
      id === uncategorizedId || usable.has(id)
        ? []
        : [
            [
              index < parts.length ? `parts.${index}.financialCategoryId` : "financialCategoryId",
              [noSuchCategory],
            ],
          ],
    ),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Returns the parts of a row in their order; none for a whole one. */
export async function readParts(tx: Transaction, transactionId: number): Promise<StoredPart[]> {
  const { partId, amount, financialCategoryId, note, leftOut, isRest } = transactionParts;
  return tx
    .select({ partId, amount, financialCategoryId, note, leftOut, isRest })
    .from(transactionParts)
    .where(eq(transactionParts.transactionId, transactionId))
    .orderBy(asc(partId));
}

/** Returns true if a row is split. */
export async function isSplitRow(
  tx: Transaction,
  { transactionId }: { transactionId: number },
): Promise<boolean> {
  return (await readParts(tx, transactionId)).length > 0;
}

/** Gives a row these parts instead of those it has; none makes it whole. */
export async function writeParts(
  tx: Transaction,
  { transactionId, userId }: { transactionId: number; userId: string },
  parts: readonly StoredPart[],
): Promise<void> {
  await tx.delete(transactionParts).where(eq(transactionParts.transactionId, transactionId));
  await addParts(tx, userId, [{ transactionId, parts }]);
}

/** Gives whole rows parts. */
export async function addParts(
  tx: Transaction,
  userId: string,
  rows: readonly { transactionId: number; parts: readonly StoredPart[] }[],
): Promise<void> {
  const all = rows.flatMap(({ transactionId, parts }) =>
    parts.map((part) => Object.assign({ transactionId }, part)),
  );
  // As JSON, because so many parameters take longer to read than to write.
  for (const chunk of inChunks(all))
    await tx.execute(sql`
      insert into ${transactionParts} (transaction_id, user_id, part_id, amount, financial_category_id, note, left_out, is_rest)
      select r."transactionId", ${userId}, r."partId", r.amount, r."financialCategoryId", r.note, r."leftOut", r."isRest"
      from json_to_recordset(${JSON.stringify(chunk)}::json) as r("transactionId" int, "partId" int, amount bigint,
        "financialCategoryId" int, note text, "leftOut" boolean, "isRest" boolean)`);
}
