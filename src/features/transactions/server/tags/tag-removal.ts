import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { undos, type StoredChange } from "#server/tables/rule-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid } from "#shared/errors.ts";
import { tagKey } from "../../domain/note-shapes.ts";
import { hasId, isMarkable } from "../row-kinds.ts";
import { lockLedger } from "../row-sorting.ts";
import { differences, isKnown, readList, type RuleOwner } from "../rules/rule-changes.ts";
import { moveRuleTag } from "../rules/rule-tags.ts";
import { addTag, isOneOf, lockTags } from "./tag-store.ts";
import { sortWords } from "./word-changes.ts";

/** A tag to delete, with all that has it: rows and rules get another one instead, or none. */
export type TagRemoval = { tagId: number; intoTagId: number | null; undoId?: string | undefined };

/** A removed tag, with the rows that the person had given it, and those that got the other one instead. */
export type RemovedTag = NonNullable<StoredChange["tag"]>;

/**
 * Merges a tag into another one, or deletes it, also in rules, and keeps for a day what it takes to undo that (`undoChange`).
 * Answers the number of rows that had it. A removal that was made under its `undoId` already isn't made again.
 * @throws AppError 404 for an unknown tag; 400 for the same tag twice
 */
export async function removeTag(
  tx: Transaction,
  { userId, now }: RuleOwner,
  { tagId, intoTagId, undoId = randomUUID() }: TagRemoval,
): Promise<{ updated: number; undoId: string }> {
  if (tagId === intoTagId) throw invalid({ intoTagId: ["Choose another tag."] });
  await lockLedger(tx, userId);
  if (await isKnown(tx, userId, undoId)) return { updated: 0, undoId };
  const names = await lockTags(tx, userId, intoTagId === null ? [tagId] : [tagId, intoTagId]);
  const [name, into] = [names.get(tagId) ?? "", intoTagId === null ? null : (names.get(intoTagId) ?? "")];
  const rows = await rowsOf(tx, tagId);
  const rowsOfInto = intoTagId === null ? [] : await rowsOf(tx, intoTagId);
  const rowIds = ofPerson(rows);
  const had = new Set(ofPerson(rowsOfInto));
  if (intoTagId !== null) await addTag(tx, userId, rowIds, intoTagId);
  const before = await readList(tx, userId);
  await moveRuleTag(tx, userId, tagId, intoTagId);
  const rules = differences(before, await readList(tx, userId));
  await tx.delete(tags).where(eq(tags.tagId, tagId));
  await sortWords(
    tx,
    userId,
    [...rows, ...rowsOfInto].map(({ id }) => id),
  );
  const intoIds = intoTagId === null ? [] : rowIds.filter((id) => !had.has(id));
  await tx.insert(undos).values({
    userId,
    undoId,
    at: now,
    text: into === null ? `Deleted the tag ${name}.` : `Merged the tag ${name} into ${into}.`,
    change: { rules, tag: { tagId, name, rowIds, intoTagId, intoIds } },
  });
  return { updated: rows.filter((row) => row.isMarkable).length, undoId };
}

/**
 * Makes a removed tag anew, or takes the one that has its name since, and gives it back to its rows, which no longer have the one
 * that they got instead. Answers its id, and the rows to sort.
 */
export async function restoreTag(
  tx: Transaction,
  userId: string,
  { tagId, name, rowIds, intoTagId, intoIds }: RemovedTag,
): Promise<{ tagId: number; transactionIds: number[] }> {
  const nameKey = tagKey(name);
  await tx
    .insert(tags)
    .overridingSystemValue()
    .values({ tagId, userId, name, nameKey })
    .onConflictDoNothing();
  const [tag] = await tx
    .select({ tagId: tags.tagId })
    .from(tags)
    .where(and(eq(tags.userId, userId), eq(tags.nameKey, nameKey)));
  if (tag === undefined) throw new Error("The database made no tag.");
  const kept = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, hasId(rowIds)));
  await addTag(
    tx,
    userId,
    kept.map(({ id }) => id),
    tag.tagId,
  );
  if (intoTagId !== null)
    await tx
      .delete(transactionTags)
      .where(and(eq(transactionTags.tagId, intoTagId), isOneOf(intoIds), isNull(transactionTags.ruleId)));
  return { tagId: tag.tagId, transactionIds: [...rowIds, ...intoIds] };
}

/** A row with a tag, and the rule that gave it. */
type TaggedRow = { id: number; ruleId: number | null; isMarkable: boolean };

function rowsOf(tx: Transaction, tagId: number): Promise<TaggedRow[]> {
  return tx
    .select({ id: transactionTags.transactionId, ruleId: transactionTags.ruleId, isMarkable })
    .from(transactionTags)
    .innerJoin(transactions, eq(transactions.transactionId, transactionTags.transactionId))
    .where(eq(transactionTags.tagId, tagId))
    .orderBy(asc(transactionTags.transactionId));
}

/** Rows that the person gave the tag, and may give it again. */
function ofPerson(rows: readonly TaggedRow[]): number[] {
  return rows.flatMap((row) => (row.isMarkable && row.ruleId === null ? [row.id] : []));
}
