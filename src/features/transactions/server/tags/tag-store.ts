import type { z } from "zod";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { mergedName } from "#shared/field-merge.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { tagKey } from "../../domain/note-shapes.ts";
import type { partCalls, TagChange } from "../../part-contract.ts";
import { hasId, isListed, isMarkable } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import { ofMode } from "../transaction-store.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import { giveAgain, keepWords, readGiven, sortWords, type GivenWords } from "./word-changes.ts";

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

/** Adds and removes tags of rows, all or none. @throws AppError 404 if one isn't the person's, but for an undo */
export async function changeTags(
  tx: Transaction,
  { userId, mode }: PairOwner,
  { transactionIds, add, remove, given, isUndo }: TagChange,
): Promise<Tagged> {
  await lockLedger(tx, userId);
  const wanted = new Set(transactionIds);
  const rows = await tx
    .select({ id: transactions.transactionId })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isMarkable, ofMode(mode), hasId([...wanted])))
    .orderBy(asc(transactions.transactionId))
    .for("no key update");
  if (isUndo !== true && rows.length < wanted.size) throw notFound();
  const ids = rows.map(({ id }) => id);
  const changes: TagChange[] = [];
  const removals: Removal[] = [];
  const removed = new Set(remove.map(tagKey));
  for (const name of new Map(add.toReversed().map((one) => [tagKey(one), one])).values()) {
    if (removed.has(tagKey(name))) continue;
    const { tagId } = await tagNamed(tx, userId, name);
    // Rules give it back below, and otherwise it's the person's.
    const isOfRules = given?.tags.some((one) => tagKey(one) === tagKey(name)) === true;
    const added = isOfRules ? await without(tx, ids, tagId) : await addTag(tx, userId, ids, tagId);
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
      .returning({ id: transactionTags.transactionId, ruleId: transactionTags.ruleId });
    removals.push({ ...tag, gone });
  }
  if (given === undefined) await sortWords(tx, userId, ids);
  else await giveAgain(tx, userId, ids, given);
  const removedIds = removals.map(({ tagId }) => tagId);
  const kept = removals.length > 0 ? await keepRemoved(tx, userId, ids, removedIds) : noneKept;
  return taggedBy([...changes, ...restoringChanges(removals, kept)]);
}

type Kept = ReadonlyMap<number, GivenWords>;
const noneKept: Kept = new Map();

/** A tag, and the rows that lost it, with the rule that had given it. */
type Removal = { tagId: number; name: string; gone: { id: number; ruleId: number | null }[] };

/**
 * Returns the changes that give removed tags back, those of rules last: once the person's are there, rules may give theirs again.
 * Rows of one change had the same from rules.
 */
function restoringChanges(removals: readonly Removal[], kept: Kept): TagChange[] {
  const changes = removals.flatMap(({ name, gone }) => {
    const groups = Map.groupBy(gone, ({ id, ruleId }) => JSON.stringify(givenOf(name, ruleId, kept.get(id))));
    return [...groups.values()].map((rows): TagChange => {
      const [{ id, ruleId } = { id: 0, ruleId: null }] = rows;
      const given = givenOf(name, ruleId, kept.get(id)) ?? undefined;
      return { transactionIds: rows.map((row) => row.id), add: [name], remove: [], given };
    });
  });
  return changes.toSorted(
    (one, other) => Number(one.given !== undefined) - Number(other.given !== undefined),
  );
}

/** Returns what rules had given a row that lost a tag; null if that was the person's, and rules give the row words as before. */
function givenOf(name: string, ruleId: number | null, kept: GivenWords | undefined): GivenWords | null {
  if (ruleId === null) return kept ?? null;
  return { tags: [name, ...(kept?.tags ?? [])], note: kept?.note ?? null };
}

/** Returns the rows that don't have a tag. */
async function without(tx: Transaction, ids: readonly number[], tagId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: transactionTags.transactionId })
    .from(transactionTags)
    .where(and(eq(transactionTags.tagId, tagId), isOneOf(ids)));
  const having = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !having.has(id));
}

/** Takes off for good what the person has removed and rules gave again, and returns what else rules had given these rows. */
async function keepRemoved(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
  tagIds: readonly number[],
): Promise<Kept> {
  const given = await tx
    .delete(transactionTags)
    .where(and(inArray(transactionTags.tagId, [...tagIds]), isOneOf(ids), isNotNull(transactionTags.ruleId)))
    .returning({ id: transactionTags.transactionId });
  if (given.length === 0) return noneKept;
  const kept = [...new Set(given.map(({ id }) => id))];
  const words = await readGiven(tx, userId, kept);
  await keepWords(tx, userId, kept);
  await sortWords(tx, userId, kept);
  return words;
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

/** Renames a tag. @throws AppError 404; 409 `name` if another one has it, or it was renamed elsewhere since `basedOn` */
export async function renameTag(
  tx: Transaction,
  userId: string,
  { tagId, ...sent }: z.output<typeof partCalls.renameTag.input>,
): Promise<TagView> {
  await lockLedger(tx, userId);
  const saved = { tagId, name: (await lockTags(tx, userId, [tagId])).get(tagId) ?? "" };
  const name = mergedName(sent, saved);
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
      isUndo: true as const,
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
