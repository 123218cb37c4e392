import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { transactionTags } from "#server/tables/part-tables.ts";
import { rules, undos, type StoredChange } from "#server/tables/rule-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { mostRules } from "../../domain/rules/rule-shapes.ts";
import { isMarkable } from "../row-kinds.ts";
import { lockLedger, sortRows } from "../row-sorting.ts";
import { conditionsSql } from "./rule-sql.ts";
import {
  insertRule,
  readConditions,
  readRules,
  readState,
  stateOf,
  writeOrder,
  writeStates,
  type RuleState,
} from "./rule-store.ts";

/** A rule of a person's list, in order; id 0 for a new one. */
export type ListedRule = RuleState & { ruleId: number };

export type RuleOwner = { userId: string; now: Date };

/** A change of a person's rules: from the list as it is to what it becomes, with a sentence about it. */
export type RuleChange = {
  undoId?: string | undefined;
  edit: (list: readonly ListedRule[]) => Promise<{ list: readonly ListedRule[]; text: string }>;
  /** Deletes rules but leaves what they have set, as choices of the person. */
  isKeeping?: boolean;
};

type Changed = { ruleId: number; before: RuleState | null; after: RuleState | null }[];
type Order = NonNullable<StoredChange["order"]>;
type Kept = NonNullable<StoredChange["kept"]>;

/**
 * Changes a person's rules, sorts the rows that this is about, and keeps for a day what it takes to undo it. Answers the number
 * of rows that changed. A change that was made under its `undoId` already isn't made again.
 */
export async function changeRules(
  tx: Transaction,
  { userId, now }: RuleOwner,
  { undoId = randomUUID(), edit, isKeeping = false }: RuleChange,
): Promise<{ updated: number; undoId: string }> {
  await lockLedger(tx, userId);
  if (await isKnown(tx, userId, undoId)) return { updated: 0, undoId };
  const before = await readList(tx, userId);
  const { list, text } = await edit(before);
  if (list.length > mostRules && list.length > before.length)
    throw invalid({ ruleId: [`You can have at most ${mostRules} rules.`] });
  const after: ListedRule[] = [];
  for (const [index, { ruleId, ...rule }] of list.entries()) {
    const state = { ...rule, position: index + 1 };
    after.push({ ...state, ruleId: ruleId === 0 ? await insertRule(tx, userId, state) : ruleId });
  }
  const changed = differences(before, after);
  const kept = isKeeping ? await keepRows(tx, userId, changed) : undefined;
  await writeStates(tx, userId, ofChange(changed, "after"));
  const order = await writeNewOrder(tx, userId, before, after);
  const change = { rules: changed, ...(order && { order }), ...(kept && { kept }) };
  await tx.insert(undos).values({ userId, undoId, at: now, text, change });
  return { updated: await sortChanged(tx, userId, change, after), undoId };
}

async function isKnown(tx: Transaction, userId: string, undoId: string): Promise<boolean> {
  const found = await tx
    .select({ undoId: undos.undoId })
    .from(undos)
    .where(and(eq(undos.userId, userId), eq(undos.undoId, undoId)));
  return found.length > 0;
}

async function readList(tx: Transaction, userId: string): Promise<ListedRule[]> {
  return (await readRules(tx, userId)).map((rule) => Object.assign(stateOf(rule), { ruleId: rule.ruleId }));
}

/** Rules that were added, changed, or deleted; their position alone is no change. */
function differences(before: readonly ListedRule[], after: readonly ListedRule[]): Changed {
  const former = new Map(before.map((rule) => [rule.ruleId, rule]));
  const now = new Map(after.map((rule) => [rule.ruleId, rule]));
  return [...new Set([...former.keys(), ...now.keys()])].flatMap((ruleId) => {
    const [was, is] = [former.get(ruleId), now.get(ruleId)];
    return isSameRule(was, is) ? [] : [{ ruleId, before: plain(was), after: plain(is) }];
  });
}

function plain(rule: ListedRule | undefined): RuleState | null {
  if (rule === undefined) return null;
  const { ruleId: _id, ...state } = rule;
  return state;
}

function isSameRule(a: RuleState | null | undefined, b: RuleState | null | undefined): boolean {
  return words(a) === words(b);
}

function words(rule: RuleState | null | undefined): string {
  if (rule === null || rule === undefined) return "";
  const { name, conditions, financialCategoryId, kind, payee, note, tagIds, ...reach } = rule;
  const { isOn, appliesFrom, createdAt } = reach;
  const sets = [financialCategoryId, kind, payee, note, tagIds];
  return JSON.stringify([name, conditions, sets, isOn, appliesFrom, createdAt]);
}

function ofChange(changed: Changed, side: "before" | "after") {
  return changed.map((one) => ({ ruleId: one.ruleId, state: one[side] }));
}

/** Answers the order of the rules that stay, before and after, if it changed. */
async function writeNewOrder(
  tx: Transaction,
  userId: string,
  before: readonly ListedRule[],
  after: readonly ListedRule[],
): Promise<Order | undefined> {
  const ids = (list: readonly ListedRule[]) => list.map(({ ruleId }) => ruleId);
  await writeOrder(tx, userId, ids(after));
  const [former, now] = [ids(before), ids(after)];
  const order = {
    before: former.filter((id) => now.includes(id)),
    after: now.filter((id) => former.includes(id)),
  };
  return isSameList(order.before, order.after) ? undefined : order;
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Makes what the deleted rule has set the person's own. */
async function keepRows(tx: Transaction, userId: string, changed: Changed): Promise<Kept | undefined> {
  const deleted = changed.find(({ after }) => after === null);
  if (deleted === undefined) return undefined;
  const { ruleId } = deleted;
  const id = { id: transactions.transactionId };
  const isOwn = and(eq(transactions.userId, userId), isMarkable);
  const categories = await tx
    .update(transactions)
    .set({ categorySource: "person" })
    .where(and(isOwn, eq(transactions.categoryRuleId, ruleId)))
    .returning(id);
  const kinds = await tx
    .update(transactions)
    .set({ chosenKind: sql`${transactions.kind}` })
    .where(and(isOwn, eq(transactions.kindRuleId, ruleId)))
    .returning(id);
  const notes = await tx
    .update(transactions)
    .set({ noteRuleId: null })
    .where(and(isOwn, eq(transactions.noteRuleId, ruleId)))
    .returning(id);
  const tagged = await tx
    .update(transactionTags)
    .set({ ruleId: null })
    .where(and(eq(transactionTags.userId, userId), eq(transactionTags.ruleId, ruleId)))
    .returning({ id: transactionTags.transactionId, tagId: transactionTags.tagId });
  const idsOfRows = (rows: { id: number }[]) => rows.map((row) => row.id);
  return {
    ruleId,
    categoryIds: idsOfRows(categories),
    kindIds: idsOfRows(kinds),
    noteIds: idsOfRows(notes),
    tags: tagged.map((one) => [one.id, one.tagId] as const),
  };
}

/** Sorts the rows that rules match or matched that have changed or changed places. */
async function sortChanged(
  tx: Transaction,
  userId: string,
  { rules: changed, order, kept }: { rules: Changed; order?: Order; kept?: Kept },
  list: readonly ListedRule[],
): Promise<number> {
  const states = changed.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null);
  const moved = order === undefined ? [] : list.filter(({ ruleId }) => movedIds(order).has(ruleId));
  const matching = [...states, ...moved].map(({ conditions }) => conditionsSql(conditions));
  const transactionIds = kept === undefined ? [] : keptIds(kept);
  if (matching.length === 0 && transactionIds.length === 0) return 0;
  return sortRows(tx, userId, { matching, transactionIds });
}

function keptIds({ categoryIds, kindIds, noteIds = [], tags = [] }: Kept): number[] {
  return [...categoryIds, ...kindIds, ...noteIds, ...tags.map(([id]) => id)];
}

/** Rules between the first and the last place that another rule has now. */
function movedIds({ before, after }: Order): ReadonlySet<number> {
  const isMoved = (id: number, index: number) => id !== before[index];
  return new Set(after.slice(after.findIndex(isMoved), after.findLastIndex(isMoved) + 1));
}

/**
 * Undoes a change that isn't older than `since`. What was changed again later stays as it is.
 * @throws AppError 404 for an undo that isn't the person's, was used, is too old, or would change nothing any more
 */
export async function undoChange(
  tx: Transaction,
  userId: string,
  { undoId, since }: { undoId: string; since: Date },
): Promise<void> {
  await lockLedger(tx, userId);
  const [undo] = await tx
    .delete(undos)
    .where(and(eq(undos.userId, userId), eq(undos.undoId, undoId), gt(undos.at, since)))
    .returning();
  if (undo === undefined) throw notFound();
  const { rules: changed, order, kept } = undo.change;
  const now = await readList(tx, userId);
  const byId = new Map(now.map((rule) => [rule.ruleId, rule]));
  const undone = changed
    .map(({ ruleId, before, after }) => ({
      ruleId,
      before: before && readState(before),
      after: after && readState(after),
    }))
    .filter(({ ruleId, after }) => isSameRule(byId.get(ruleId), after));
  await writeStates(tx, userId, ofChange(undone, "before"));
  const list = formerOrder(now, undone, order);
  await writeOrder(
    tx,
    userId,
    list.map(({ ruleId }) => ruleId),
  );
  if (kept !== undefined) await giveBack(tx, userId, kept, undone);
  const isOrderUndone = order !== undefined && !isSameList(idsOf(now, order), idsOf(list, order));
  if (undone.length === 0 && !isOrderUndone) throw notFound();
  await sortChanged(tx, userId, { ...undo.change, rules: undone }, list);
}

function idsOf(list: readonly ListedRule[], { after }: Order): number[] {
  return list.map(({ ruleId }) => ruleId).filter((id) => after.includes(id));
}

function formerOrder(
  now: readonly ListedRule[],
  undone: Changed,
  order: Order | undefined,
): readonly ListedRule[] {
  const removed = new Set(undone.flatMap(({ ruleId, before }) => (before === null ? [ruleId] : [])));
  const list = now.filter(({ ruleId }) => !removed.has(ruleId));
  for (const { ruleId, before, after } of undone)
    if (before !== null && after === null) list.splice(before.position - 1, 0, { ...before, ruleId });
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
      .set({ note: null })
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
      .set({ categorySource: "none", financialCategoryId: null })
      .where(
        and(
          amongRows(userId, categoryIds),
          eq(transactions.categorySource, "person"),
          rule.financialCategoryId === uncategorizedId
            ? isNull(transactions.financialCategoryId)
            : eq(transactions.financialCategoryId, rule.financialCategoryId),
        ),
      );
  if (rule.kind !== null)
    await tx
      .update(transactions)
      .set({ chosenKind: null })
      .where(and(amongRows(userId, kindIds), eq(transactions.chosenKind, rule.kind)));
}

/** Points rules that set a category to another one, or to none. Answers which, and conditions for the rows to sort. */
export async function moveRuleCategory(
  tx: Transaction,
  userId: string,
  from: number,
  into: number | null,
): Promise<{ ruleIds: number[]; matching: SQL[] }> {
  const rows = await tx
    .update(rules)
    .set({ financialCategoryId: into })
    .where(and(eq(rules.userId, userId), eq(rules.financialCategoryId, from)))
    .returning({ ruleId: rules.ruleId, conditions: rules.conditions });
  return {
    ruleIds: rows.map(({ ruleId }) => ruleId),
    matching: rows.map(({ conditions }) => conditionsSql(readConditions(conditions))),
  };
}

/** Points rules back to a restored category, except those changed since. Answers conditions for the rows to sort. */
export async function restoreRuleCategory(
  tx: Transaction,
  userId: string,
  { ruleIds, from, into }: { ruleIds: readonly number[]; from: number; into: number | null },
): Promise<SQL[]> {
  if (ruleIds.length === 0) return [];
  const rows = await tx
    .update(rules)
    .set({ financialCategoryId: from })
    .where(
      and(
        eq(rules.userId, userId),
        sql`${rules.ruleId} = any(${sql.param([...ruleIds])}::int[])`,
        sql`${rules.financialCategoryId} is not distinct from ${into}::int`,
      ),
    )
    .returning({ conditions: rules.conditions });
  return rows.map(({ conditions }) => conditionsSql(readConditions(conditions)));
}

/** Lets rules about an account be about another one, which its rows move to. Answers conditions for the rows to sort. */
export async function moveRuleAccount(
  tx: Transaction,
  userId: string,
  from: number,
  to: number,
): Promise<SQL[]> {
  const { ruleId } = rules;
  const matching: SQL[] = [];
  for (const rule of await readRules(tx, userId)) {
    const conditions = rule.conditions.map((one) =>
      one.field === "account" && one.values.includes(from)
        ? { ...one, values: [...new Set(one.values.map((id) => (id === from ? to : id)))] }
        : one,
    );
    if (conditions.every((one, index) => one === rule.conditions[index])) continue;
    await tx
      .update(rules)
      .set({ conditions })
      .where(and(eq(rules.userId, userId), eq(ruleId, rule.ruleId)));
    matching.push(conditionsSql(conditions));
  }
  return matching;
}
