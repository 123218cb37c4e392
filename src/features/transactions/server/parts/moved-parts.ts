import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { transactionTags } from "#server/tables/part-tables.ts";
import { transactions, type movedMarks } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import { withRest } from "../../domain/split-parts.ts";
import { readParts, writeParts, type StoredPart } from "./part-store.ts";

/** A row with what moves beside its category and kind. */
type Row = Pick<
  typeof transactions.$inferSelect,
  "transactionId" | "userId" | "amount" | "note" | "noteRuleId" | "noteBy" | "keepsWords"
>;

/** State of the other row before, as kept in `moved_marks`. */
type Before = Pick<typeof movedMarks.$inferSelect, "note" | "noteBy" | "keepsWords" | "parts" | "tagIds">;

/**
 * Copies the person's note and tags of a row and, if its category moves, its parts to another one. The other's note stays before it.
 * What rules gave doesn't move; sorting gives it again. Returns what the other had.
 */
export async function moveWords(
  tx: Transaction,
  from: Row,
  to: Row,
  { withParts }: { withParts: boolean },
): Promise<Before> {
  const before = withParts ? await readParts(tx, to.transactionId) : null;
  if (before !== null) await writeParts(tx, idsOf(to), fitted(await readParts(tx, from.transactionId), to));
  const [note, moving] = [ownNote(to), ownNote(from)];
  if (moving !== null)
    await writeNote(tx, to, joinedNote(note, moving), note === null ? from.noteBy : to.noteBy);
  if (from.keepsWords) await setKeepsWords(tx, to, true);
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${transactionTags} as own (transaction_id, tag_id, user_id)
    select ${to.transactionId}, moving.tag_id, moving.user_id from ${transactionTags} moving
    where moving.transaction_id = ${from.transactionId} and moving.rule_id is null
    on conflict (transaction_id, tag_id) do update set rule_id = null where own.rule_id is not null
    returning own.tag_id as id`);
  return {
    note,
    noteBy: to.noteBy,
    keepsWords: to.keepsWords,
    parts: before,
    tagIds: rows.map(({ id }) => id),
  };
}

/** Moves the parts of a row that a file brought to the row that is left of the file. Both are to be sorted afterwards. */
export async function moveFileParts(
  tx: Transaction,
  from: Row & Pick<typeof transactions.$inferSelect, "categorySource">,
  to: Row,
): Promise<void> {
  if (from.categorySource !== "file") return;
  await writeParts(tx, idsOf(to), fitted(await readParts(tx, from.transactionId), to));
  await writeParts(tx, idsOf(from), []);
}

/** The note that the person wrote; null for none, or for a rule's. */
function ownNote({ note, noteRuleId }: Row): string | null {
  return noteRuleId === null ? note : null;
}

async function writeNote(
  tx: Transaction,
  { transactionId }: Row,
  note: string | null,
  noteBy: string | null,
): Promise<void> {
  await tx
    .update(transactions)
    .set({ note, noteRuleId: null, noteBy })
    .where(eq(transactions.transactionId, transactionId));
}

async function setKeepsWords(tx: Transaction, { transactionId }: Row, keepsWords: boolean): Promise<void> {
  await tx.update(transactions).set({ keepsWords }).where(eq(transactions.transactionId, transactionId));
}

/** Returns true if the other row's parts are still those that moved there. */
export async function arePartsAsMoved(tx: Transaction, from: Row, to: Row): Promise<boolean> {
  const [own, present] = [await readParts(tx, from.transactionId), await readParts(tx, to.transactionId)];
  return printed(own) === printed(present);
}

/** Takes `moveWords` back, except for what has changed on the other row since. */
export async function moveWordsBack(
  tx: Transaction,
  from: Row,
  to: Row,
  { moved, withParts }: { moved: Before; withParts: boolean },
): Promise<void> {
  if (withParts && moved.parts !== null)
    await writeParts(tx, idsOf(to), fitted(await withKnownCategories(tx, moved.parts), to));
  const [note, movedNote] = [ownNote(to), ownNote(from)];
  if (movedNote !== null && note === joinedNote(moved.note, movedNote))
    await writeNote(tx, to, moved.note, moved.noteBy);
  if (from.keepsWords && !moved.keepsWords) await setKeepsWords(tx, to, false);
  if (moved.tagIds.length > 0)
    await tx
      .delete(transactionTags)
      .where(
        and(
          eq(transactionTags.transactionId, to.transactionId),
          inArray(transactionTags.tagId, [...moved.tagIds]),
        ),
      );
}

const mostNote = 500;

function joinedNote(first: string | null, second: string): string {
  if (first === null || first === second) return second;
  return `${first}\n${second}`.slice(0, mostNote).trimEnd();
}

function idsOf({ transactionId, userId }: Row) {
  return { transactionId, userId };
}

/** Adds to the rest what the parts lack of a row. */
function fitted(parts: readonly StoredPart[], { amount }: Row): StoredPart[] {
  const partId = 1 + Math.max(0, ...parts.map((part) => part.partId));
  return withRest(parts, money(amount), (lacking) => ({
    partId,
    amount: lacking,
    financialCategoryId: null,
    note: null,
    leftOut: false,
    isRest: true,
  }));
}

/** The person's parts, without what only their row's amount makes of them. */
function printed(parts: readonly StoredPart[]): string {
  return JSON.stringify(
    parts
      .filter(({ isRest }) => !isRest)
      .map(({ amount, financialCategoryId, note, leftOut }) => [amount, financialCategoryId, note, leftOut]),
  );
}

async function withKnownCategories(tx: Transaction, parts: readonly StoredPart[]): Promise<StoredPart[]> {
  const ids = parts.flatMap(({ financialCategoryId }) => financialCategoryId ?? []);
  if (ids.length === 0) return [...parts];
  const rows = await tx
    .select({ id: financialCategories.financialCategoryId })
    .from(financialCategories)
    .where(inArray(financialCategories.financialCategoryId, ids));
  const known = new Set(rows.map(({ id }) => id));
  return parts.map((part) =>
    part.financialCategoryId === null || known.has(part.financialCategoryId)
      ? part
      : { ...part, financialCategoryId: null },
  );
}
