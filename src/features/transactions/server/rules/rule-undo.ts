import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { categoryRemovals } from "#server/tables/budget-tables.ts";
import { transactionTags } from "#server/tables/part-tables.ts";
import { undos, type StoredChange } from "#server/tables/rule-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import { isInCategory } from "../sorting/row-kinds.ts";
import { lockLedger } from "../sorting/row-sorting.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import { removeUnusedTags, restoreTag } from "../tags/tag-removal.ts";
import {
  idsOfRules,
  isSameList,
  isSameRule,
  ofChange,
  readList,
  sortChanged,
  type Changed,
  type Kept,
  type ListedRule,
  type Order,
} from "./rule-changes.ts";
import { placeAmong } from "./rule-places.ts";
import { withTag } from "./rule-tags.ts";
import { readState, writeOrder, writeStates, type RuleState, type StoredState } from "./rule-store.ts";

/**
 * Undoes a change that isn't older than `since`. What was changed again later stays as it is.
 * @throws AppError 404 for an undo that isn't the person's, was used, is too old, or would change nothing any more
 */
export async function undoChange(
  tx: Transaction,
  owner: PairOwner,
  { undoId, since }: { undoId: string; since: Date },
): Promise<void> {
  const { userId } = owner;
  await lockLedger(tx, userId);
  const [undo] = await tx
    .delete(undos)
    .where(and(eq(undos.userId, userId), eq(undos.undoId, undoId), gt(undos.at, since)))
    .returning();
  if (undo === undefined) throw notFound();
  const { rules: changed, order, places, kept, tag, madeTagIds } = undo.change;
  const restored = tag && (await restoreTag(tx, userId, tag));
  const removals = await readRemovals(tx, userId, undo.at);
  const read = (stored: StoredState | null) => {
    if (stored === null) return null;
    const state = withCategoryMoved(readState(stored), removals);
    return restored ? { ...state, ...withTag(state, restored.formerId, restored.tagId) } : state;
  };
  const now = await readList(tx, userId);
  const byId = new Map(now.map((rule) => [rule.ruleId, rule]));
  const undone = changed
    .map(({ ruleId, before, after }) => ({
      ruleId,
      before: read(before),
      after: read(after),
    }))
    .filter(({ ruleId, after }) => isSameRule(byId.get(ruleId), after));
  await writeStates(tx, userId, ofChange(undone, "before"));
  await followRemovals(
    tx,
    removals,
    changed.filter(({ ruleId }) => undone.some((one) => one.ruleId === ruleId)),
  );
  const list = formerOrder(now, undone, { order, places });
  await writeOrder(tx, userId, idsOfRules(list));
  if (kept !== undefined) await giveBack(tx, userId, kept, undone);
  const isOrderUndone = order !== undefined && !isSameList(idsOf(now, order), idsOf(list, order));
  if (undone.length === 0 && !isOrderUndone && restored === undefined) throw notFound();
  const transactionIds = restored?.transactionIds;
  await sortChanged(tx, owner, { ...undo.change, rules: undone, list, transactionIds });
  if (madeTagIds !== undefined) await removeUnusedTags(tx, userId, madeTagIds);
}

type Removal = Pick<
  typeof categoryRemovals.$inferSelect,
  "undoId" | "financialCategoryId" | "intoCategoryId" | "ruleIds"
>;

/** Categories that were merged or deleted after a change, which rules have followed, in order. */
function readRemovals(tx: Transaction, userId: string, since: Date): Promise<Removal[]> {
  const { undoId, financialCategoryId, intoCategoryId, ruleIds, removedAt } = categoryRemovals;
  return tx
    .select({ undoId, financialCategoryId, intoCategoryId, ruleIds })
    .from(categoryRemovals)
    .where(and(eq(categoryRemovals.userId, userId), gt(removedAt, since)))
    .orderBy(asc(removedAt));
}

function withCategoryMoved(state: RuleState, removals: readonly Removal[]): RuleState {
  const financialCategoryId = removals.reduce<number | null>(
    (id, { financialCategoryId: from, intoCategoryId }) => (id === from ? intoCategoryId : id),
    state.financialCategoryId,
  );
  return { ...state, financialCategoryId };
}

/** Lets the undo of each removal bring the category back to restored rules that had it, and to no other undone ones. */
async function followRemovals(
  tx: Transaction,
  removals: readonly Removal[],
  undone: StoredChange["rules"],
): Promise<void> {
  for (const [index, { undoId, financialCategoryId, ruleIds }] of removals.entries()) {
    const hadIt = undone.filter(
      ({ before }) =>
        before !== null &&
        withCategoryMoved(readState(before), removals.slice(0, index)).financialCategoryId ===
          financialCategoryId,
    );
    const others = ruleIds.filter((id) => !undone.some(({ ruleId }) => ruleId === id));
    await tx
      .update(categoryRemovals)
      .set({ ruleIds: [...others, ...hadIt.map(({ ruleId }) => ruleId)] })
      .where(eq(categoryRemovals.undoId, undoId));
  }
}

function idsOf(list: readonly ListedRule[], { after }: Order): number[] {
  return idsOfRules(list).filter((id) => after.includes(id));
}

function formerOrder(
  now: readonly ListedRule[],
  undone: Changed,
  { order, places }: Pick<StoredChange, "order" | "places">,
): readonly ListedRule[] {
  const removed = new Set(undone.flatMap(({ ruleId, before }) => (before === null ? [ruleId] : [])));
  const list = now.filter(({ ruleId }) => !removed.has(ruleId));
  for (const { ruleId, before, after } of undone) {
    if (before === null || after !== null) continue;
    const place = places ? placeAmong(idsOfRules(list), ruleId, places) : before.position - 1;
    list.splice(place, 0, { ...before, ruleId });
  }
  if (
    order === undefined ||
    !isSameList(
      idsOf(list, order),
      order.after.filter((id) => list.some((one) => one.ruleId === id)),
    )
  )
    return list;
  const former = order.before.flatMap((id) => list.find(({ ruleId }) => ruleId === id) ?? []);
  const ordered = new Set(order.before);
  return list.map((rule) => (ordered.has(rule.ruleId) ? (former.shift() ?? rule) : rule));
}

/** Leaves rows that a deleted rule had sorted to that rule again, unless the person has chosen something else since. */
async function giveBack(tx: Transaction, userId: string, kept: Kept, undone: Changed): Promise<void> {
  const rule = undone.find(({ ruleId }) => ruleId === kept.ruleId)?.before;
  if (rule === undefined || rule === null) return;
  await giveBackChoices(tx, userId, kept, rule);
  if (rule.note !== null)
    await tx
      .update(transactions)
      .set({ note: null, noteBy: null })
      .where(
        and(
          amongRows(userId, kept.noteIds ?? []),
          eq(transactions.note, rule.note),
          isNull(transactions.noteRuleId),
        ),
      );
  const given = kept.tags ?? [];
  const [rowIds, tagIds] = [given.map(([id]) => id), given.map(([, id]) => id)];
  await tx.execute(sql`
    delete from ${transactionTags} own using unnest(${sql.param(rowIds)}::int[], ${sql.param(tagIds)}::int[]) as kept(row, tag)
    where own.user_id = ${userId} and own.transaction_id = kept.row and own.tag_id = kept.tag and own.rule_id is null`);
}

function amongRows(userId: string, ids: readonly number[]) {
  return and(
    eq(transactions.userId, userId),
    sql`${transactions.transactionId} = any(${sql.param([...ids])}::int[])`,
  );
}

async function giveBackChoices(
  tx: Transaction,
  userId: string,
  { categoryIds, kindIds }: Kept,
  rule: RuleState,
): Promise<void> {
  if (rule.financialCategoryId !== null)
    await tx
      .update(transactions)
      .set({ categorySource: "none", categoryBy: null, financialCategoryId: null })
      .where(
        and(
          amongRows(userId, categoryIds),
          eq(transactions.categorySource, "person"),
          isInCategory(rule.financialCategoryId),
        ),
      );
  if (rule.kind !== null)
    await tx
      .update(transactions)
      .set({ chosenKind: null, kindBy: null })
      .where(and(amongRows(userId, kindIds), eq(transactions.chosenKind, rule.kind)));
}
