import { asc, and, eq, inArray, isNull, sql } from "drizzle-orm";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid } from "#shared/errors.ts";
import { tagKey } from "../../domain/note-shapes.ts";
import { hasId, isMarkable } from "../sorting/row-kinds.ts";
import { changeRules, type RemovedTag, type RuleOwner } from "../rules/rule-changes.ts";
import { readRules } from "../rules/rule-store.ts";
import { moveRuleTag, tagsOfRule, withTag } from "../rules/rule-tags.ts";
import { addTag, isOneOf, lockTags, tagNamed } from "./tag-store.ts";

/** A tag to delete, with all that has it: rows and rules get another one instead, or none. */
export type TagRemoval = { tagId: number; intoTagId: number | null; undoId?: string | undefined };

/**
 * Merges a tag into another one, or deletes it, as a change of rules: they lose it, too, and one undo restores all of it. Answers
 * the number of rows that had it.
 * @throws AppError 404 for an unknown tag; 400 for the same tag twice
 */
export async function removeTag(
  tx: Transaction,
  owner: RuleOwner,
  { tagId, intoTagId, undoId }: TagRemoval,
): Promise<{ updated: number; undoId: string }> {
  if (tagId === intoTagId) throw invalid({ intoTagId: ["Choose another tag."] });
  let updated = 0;
  const done = await changeRules(tx, owner, {
    undoId,
    edit: async (list) => {
      const { count, ...removed } = await takeOff(tx, owner.userId, tagId, intoTagId);
      updated = count;
      return {
        ...removed,
        list: list.map((rule) => Object.assign({}, rule, withTag(rule, tagId, intoTagId))),
      };
    },
  });
  return { updated, undoId: done.undoId };
}

/** Deletes a tag, after the rows that the person gave it got the other one. Answers the rows to sort, and the number of those shown. */
async function takeOff(tx: Transaction, userId: string, tagId: number, intoTagId: number | null) {
  const names = await lockTags(tx, userId, intoTagId === null ? [tagId] : [tagId, intoTagId]);
  const name = names.get(tagId) ?? "";
  const rows = await rowsOf(tx, tagId);
  const rowIds = ofPerson(rows);
  const otherRows = intoTagId === null ? [] : await rowsOf(tx, intoTagId);
  const had = new Set(ofPerson(otherRows));
  const into = intoTagId === null ? null : { tagId: intoTagId, rowIds: rowIds.filter((id) => !had.has(id)) };
  if (into !== null) await addTag(tx, userId, into.rowIds, into.tagId);
  await tx.delete(tags).where(eq(tags.tagId, tagId));
  return {
    text:
      into === null
        ? `Deleted the tag ${name}.`
        : `Merged the tag ${name} into ${names.get(into.tagId) ?? ""}.`,
    tag: { tagId, name, rowIds, into },
    transactionIds: [...rows, ...otherRows].map(({ id }) => id),
    count: rows.filter((row) => row.isMarkable).length,
  };
}

/**
 * Makes a removed tag anew, or takes the one that has its name since, for rules as well, and gives it back to its rows, which no
 * longer have the one that they got instead. Answers the ids that it had and has, and the rows to sort.
 */
export async function restoreTag(
  tx: Transaction,
  userId: string,
  { tagId: formerId, name, rowIds, into }: RemovedTag,
): Promise<{ formerId: number; tagId: number; transactionIds: readonly number[] }> {
  await tx
    .insert(tags)
    .overridingSystemValue()
    .values({ tagId: formerId, userId, name, nameKey: tagKey(name) })
    .onConflictDoNothing();
  const { tagId } = await tagNamed(tx, userId, name);
  if (tagId !== formerId) await moveRuleTag(tx, userId, formerId, tagId);
  const kept = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, hasId(rowIds)));
  await addTag(
    tx,
    userId,
    kept.map(({ id }) => id),
    tagId,
  );
  if (into !== null)
    await tx
      .delete(transactionTags)
      .where(
        and(eq(transactionTags.tagId, into.tagId), isOneOf(into.rowIds), isNull(transactionTags.ruleId)),
      );
  return { formerId, tagId, transactionIds: rowIds };
}

/** Deletes those of some tags that no row has and no rule knows. */
export async function removeUnusedTags(
  tx: Transaction,
  userId: string,
  tagIds: readonly number[],
): Promise<void> {
  const known = new Set((await readRules(tx, userId)).flatMap(tagsOfRule));
  await tx.delete(tags).where(
    and(
      eq(tags.userId, userId),
      inArray(
        tags.tagId,
        tagIds.filter((id) => !known.has(id)),
      ),
      sql`not exists (select from ${transactionTags} where ${transactionTags.tagId} = ${tags.tagId})`,
    ),
  );
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
