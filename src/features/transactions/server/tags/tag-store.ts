import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { tagKey } from "../../domain/note-shapes.ts";
import type { TagChange } from "../../part-contract.ts";
import { hasId, isListed, isMarkable } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { ofMode } from "../transaction-store.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import { keepWords, sortWords } from "./word-changes.ts";

/** Number of rows that changed, and the changes that undo it. */
type Tagged = { updated: number; undo: TagChange[] };

/** Returns a person's tags by name, with the number of their rows. */
export async function listTags(
  tx: Transaction,
  { userId, mode }: PairOwner,
): Promise<(TagView & { transactionCount: number })[]> {
  const { rows } = await tx.execute<TagView & { transactionCount: number }>(sql`
    select tag.tag_id as "tagId", tag.name, (
      select count(*)::int from ${transactionTags} own join ${transactions} on ${transactions.transactionId} = own.transaction_id
      where own.tag_id = tag.tag_id and ${isListed} and ${ofMode(mode)}) as "transactionCount"
    from ${tags} tag where tag.user_id = ${userId} order by tag.name_key`);
  return rows;
}

/** Adds and removes tags of rows, all or none. @throws AppError 404 if one isn't the person's */
export async function changeTags(
  tx: Transaction,
  { userId, mode }: PairOwner,
  { transactionIds, add, remove }: TagChange,
): Promise<Tagged> {
  await lockLedger(tx, userId);
  const ids = [...new Set(transactionIds)];
  const rows = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, ofMode(mode), hasId(ids)))
    .orderBy(asc(transactions.transactionId))
    .for("no key update");
  if (rows.length < ids.length) throw notFound();
  const changes: TagChange[] = [];
  const removedIds: number[] = [];
  const removed = new Set(remove.map(tagKey));
  for (const name of new Map(add.toReversed().map((one) => [tagKey(one), one])).values()) {
    if (removed.has(tagKey(name))) continue;
    const added = await addTag(tx, userId, ids, (await tagNamed(tx, userId, name)).tagId);
    if (added.length > 0) changes.push({ transactionIds: added, add: [], remove: [name] });
  }
  for (const key of removed) {
    const [tag] = await tx
      .select({ tagId: tags.tagId, name: tags.name })
      .from(tags)
      .where(and(eq(tags.userId, userId), eq(tags.nameKey, key)));
    if (tag === undefined) continue;
    const gone = await tx
      .delete(transactionTags)
      .where(and(eq(transactionTags.tagId, tag.tagId), isOneOf(ids)))
      .returning({ id: transactionTags.transactionId });
    removedIds.push(tag.tagId);
    if (gone.length > 0)
      changes.push({ transactionIds: gone.map(({ id }) => id), add: [tag.name], remove: [] });
  }
  await sortWords(tx, userId, ids);
  if (removedIds.length > 0) await keepRemoved(tx, userId, ids, removedIds);
  return taggedBy(changes);
}

/** Takes off for good what the person has removed and rules gave again. */
async function keepRemoved(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
  tagIds: readonly number[],
): Promise<void> {
  const given = await tx
    .delete(transactionTags)
    .where(and(inArray(transactionTags.tagId, [...tagIds]), isOneOf(ids), isNotNull(transactionTags.ruleId)))
    .returning({ id: transactionTags.transactionId });
  if (given.length === 0) return;
  const kept = [...new Set(given.map(({ id }) => id))];
  await keepWords(tx, userId, kept);
  await sortWords(tx, userId, kept);
}

/**
 * Gives a row these tags and no others. With those that the caller has read, it adds and removes what differs from them, so that tags
 * given or taken off elsewhere since stay as they are.
 */
export async function setTags(
  tx: Transaction,
  owner: PairOwner,
  transactionId: number,
  { names, read }: { names: readonly string[]; read?: readonly string[] | undefined },
): Promise<void> {
  const before = read ?? (await namesOf(tx, transactionId));
  const [wanted, had] = [new Set(names.map(tagKey)), new Set(before.map(tagKey))];
  await changeTags(tx, owner, {
    transactionIds: [transactionId],
    add: names.filter((name) => !had.has(tagKey(name))),
    remove: before.filter((name) => !wanted.has(tagKey(name))),
  });
}

async function namesOf(tx: Transaction, transactionId: number): Promise<string[]> {
  const rows = await tx
    .select({ name: tags.name })
    .from(tags)
    .innerJoin(transactionTags, eq(transactionTags.tagId, tags.tagId))
    .where(eq(transactionTags.transactionId, transactionId));
  return rows.map(({ name }) => name);
}

/** Renames a tag. @throws AppError 404; 409 `name` if another one has it */
export async function renameTag(
  tx: Transaction,
  userId: string,
  { tagId, name }: { tagId: number; name: string },
): Promise<TagView> {
  await lockLedger(tx, userId);
  await lockTags(tx, userId, [tagId]);
  const nameKey = tagKey(name);
  const [same] = await tx
    .select({ tagId: tags.tagId })
    .from(tags)
    .where(and(eq(tags.userId, userId), eq(tags.nameKey, nameKey)));
  if (same !== undefined && same.tagId !== tagId)
    throw conflict("name", "You have a tag of this name. Merge the two instead.");
  await tx.update(tags).set({ name, nameKey }).where(eq(tags.tagId, tagId));
  return { tagId, name };
}

const mostAtOnce = 5_000;

function taggedBy(changes: readonly TagChange[]): Tagged {
  const undo = changes.flatMap(({ transactionIds, ...change }) =>
    Array.from({ length: Math.ceil(transactionIds.length / mostAtOnce) }, (_, index) => ({
      ...change,
      transactionIds: transactionIds.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
    })),
  );
  return { updated: new Set(changes.flatMap(({ transactionIds }) => transactionIds)).size, undo };
}

/** Locks tags, and returns their names. @throws AppError 404 */
export async function lockTags(tx: Transaction, userId: string, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ tagId: tags.tagId, name: tags.name })
    .from(tags)
    .where(and(eq(tags.userId, userId), sql`${tags.tagId} = any(${sql.param(ids)}::int[])`))
    .orderBy(asc(tags.tagId))
    .for("update");
  if (rows.length < ids.length) throw notFound();
  return new Map(rows.map(({ tagId, name }) => [tagId, name]));
}

/** Returns the tag of a name, which is made if there is none. */
export async function tagNamed(tx: Transaction, userId: string, name: string): Promise<TagView> {
  const nameKey = tagKey(name);
  await tx.insert(tags).values({ userId, name, nameKey }).onConflictDoNothing();
  const [tag] = await tx
    .select({ tagId: tags.tagId, name: tags.name })
    .from(tags)
    .where(and(eq(tags.userId, userId), eq(tags.nameKey, nameKey)));
  if (tag === undefined) throw new Error("The database made no tag.");
  return tag;
}

/** Adds a tag to rows as the person's, and returns those that hadn't it. */
export async function addTag(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
  tagId: number,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number; isNew: boolean }>(sql`
    insert into ${transactionTags} as own (transaction_id, tag_id, user_id)
    select id, ${tagId}, ${userId} from unnest(${sql.param([...ids])}::int[]) as row (id)
    on conflict (transaction_id, tag_id) do update set rule_id = null where own.rule_id is not null
    returning own.transaction_id as id, own.xmax = 0 as "isNew"`);
  return rows.flatMap(({ id, isNew }) => (isNew ? [id] : []));
}

/** Condition for the tags of rows. */
export function isOneOf(ids: readonly number[]) {
  return sql`${transactionTags.transactionId} = any(${sql.param([...ids])}::int[])`;
}
