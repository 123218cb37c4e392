import { randomUUID } from "node:crypto";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { transactionTags } from "#server/tables/part-tables.ts";
import { rules, undos, type StoredChange } from "#server/tables/rule-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid } from "#shared/errors.ts";
import { mostRules } from "../../domain/rules/rule-shapes.ts";
import { isMarkable } from "../sorting/row-kinds.ts";
import { lockLedger, sortRows } from "../sorting/row-sorting.ts";
import { pairRows, sizesAround, type PairOwner } from "../transfers/transfer-pairing.ts";
import { readPlaces } from "./rule-places.ts";
import { conditionsSql } from "./rule-sql.ts";
import { hasWordRules } from "./rule-tags.ts";
import {
  insertRule,
  readConditions,
  readRules,
  stateOf,
  writeOrder,
  writeStates,
  type RuleState,
} from "./rule-store.ts";

/** A rule of a person's list, in order; id 0 for a new one. */
export type ListedRule = RuleState & { ruleId: number };

export type RuleOwner = PairOwner & { now: Date };

/** The list after a change, with a sentence about it; tags that were made; and a tag that went along, with the rows to sort. */
export type Edited = {
  list: readonly ListedRule[];
  text: string;
  madeTagIds?: readonly number[];
  tag?: RemovedTag;
  transactionIds?: readonly number[];
};

/** A change of a person's rules: from the list as it is to what it becomes. */
export type RuleChange = {
  undoId?: string | undefined;
  edit: (list: readonly ListedRule[]) => Promise<Edited>;
  /** Deletes rules but leaves what they have set, as choices of the person. */
  isKeeping?: boolean;
};

export type Changed = { ruleId: number; before: RuleState | null; after: RuleState | null }[];
export type Order = NonNullable<StoredChange["order"]>;
export type Kept = NonNullable<StoredChange["kept"]>;
/** A removed tag, with the rows that the person had given it, and those that got another one instead. */
export type RemovedTag = NonNullable<StoredChange["tag"]>;

/**
 * Changes a person's rules, sorts the rows that this is about, and keeps for a day what it takes to undo it. Answers the number
 * of rows that changed. A change that was made under its `undoId` already isn't made again.
 */
export async function changeRules(
  tx: Transaction,
  owner: RuleOwner,
  { undoId = randomUUID(), edit, isKeeping = false }: RuleChange,
): Promise<{ updated: number; undoId: string }> {
  const { userId, now } = owner;
  await lockLedger(tx, userId);
  if (await isKnown(tx, userId, undoId)) return { updated: 0, undoId };
  const before = await readList(tx, userId);
  const { list, text, madeTagIds, tag, transactionIds } = await edit(before);
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
  const places = changed.some((one) => one.after === null)
    ? await readPlaces(tx, userId, idsOfRules(before))
    : undefined;
  const change = {
    rules: changed,
    ...(order && { order }),
    ...(places && { places }),
    ...(kept && { kept }),
    ...(tag && { tag }),
    ...(madeTagIds && { madeTagIds }),
  };
  await tx.insert(undos).values({ userId, undoId, at: now, text, change });
  return { updated: await sortChanged(tx, owner, { ...change, list: after, transactionIds }), undoId };
}

async function isKnown(tx: Transaction, userId: string, undoId: string): Promise<boolean> {
  const found = await tx
    .select({ undoId: undos.undoId })
    .from(undos)
    .where(and(eq(undos.userId, userId), eq(undos.undoId, undoId)));
  return found.length > 0;
}

export async function readList(tx: Transaction, userId: string): Promise<ListedRule[]> {
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

export function isSameRule(a: RuleState | null | undefined, b: RuleState | null | undefined): boolean {
  return words(a) === words(b);
}

function words(rule: RuleState | null | undefined): string {
  if (rule === null || rule === undefined) return "";
  const { name, conditions, financialCategoryId, kind, payee, note, tagIds, ...reach } = rule;
  const { isOn, appliesFrom, createdAt } = reach;
  const sets = [financialCategoryId, kind, payee, note, tagIds];
  return JSON.stringify([name, conditions, sets, isOn, appliesFrom, createdAt]);
}

export function ofChange(changed: Changed, side: "before" | "after") {
  return changed.map((one) => ({ ruleId: one.ruleId, state: one[side] }));
}

/** Answers the order of the rules that stay, before and after, if it changed. */
async function writeNewOrder(
  tx: Transaction,
  userId: string,
  before: readonly ListedRule[],
  after: readonly ListedRule[],
): Promise<Order | undefined> {
  const [former, now] = [idsOfRules(before), idsOfRules(after)];
  await writeOrder(tx, userId, now);
  const order = {
    before: former.filter((id) => now.includes(id)),
    after: now.filter((id) => former.includes(id)),
  };
  return isSameList(order.before, order.after) ? undefined : order;
}

export function idsOfRules(list: readonly ListedRule[]): number[] {
  return list.map(({ ruleId }) => ruleId);
}

export function isSameList(a: readonly number[], b: readonly number[]): boolean {
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
    .set({ categorySource: "person", categoryBy: actingMember })
    .where(and(isOwn, eq(transactions.categoryRuleId, ruleId)))
    .returning(id);
  const kinds = await tx
    .update(transactions)
    .set({ chosenKind: sql`${transactions.kind}`, kindBy: actingMember })
    .where(and(isOwn, eq(transactions.kindRuleId, ruleId)))
    .returning(id);
  const notes = await tx
    .update(transactions)
    .set({ noteRuleId: null, noteBy: actingMember })
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

/**
 * Sorts the rows that rules match or matched that have changed or changed places, and those whose tags have changed. Where rows kept
 * their kinds as the person's or gave them back, transfers are found again first.
 */
export async function sortChanged(
  tx: Transaction,
  owner: PairOwner,
  { rules: changed, order, kept, list, transactionIds = [] }: Sorting,
): Promise<number> {
  const { userId } = owner;
  const { kindIds = [] } = kept ?? {};
  const paired =
    kindIds.length === 0
      ? []
      : await pairRows(tx, owner, await sizesAround(tx, owner, { transactionIds: kindIds }));
  const states = changed.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null);
  const moved = order === undefined ? [] : list.filter(({ ruleId }) => movedIds(order).has(ruleId));
  const matching = [...states, ...moved].map(({ conditions }) => conditionsSql(conditions));
  const tagged = transactionIds.length > 0 && (await hasWordRules(tx, userId)) ? transactionIds : [];
  const ids = [...(kept === undefined ? [] : keptIds(kept)), ...paired, ...tagged];
  if (matching.length === 0 && ids.length === 0) return 0;
  return sortRows(tx, userId, { matching, transactionIds: ids });
}

/** A change of rules, and their list after it. */
type Sorting = {
  rules: Changed;
  order?: Order;
  kept?: Kept;
  list: readonly ListedRule[];
  transactionIds?: readonly number[] | undefined;
};

function keptIds({ categoryIds, kindIds, noteIds = [], tags = [] }: Kept): number[] {
  return [...categoryIds, ...kindIds, ...noteIds, ...tags.map(([id]) => id)];
}

/** Rules between the first and the last place that another rule has now. */
function movedIds({ before, after }: Order): ReadonlySet<number> {
  const isMoved = (id: number, index: number) => id !== before[index];
  return new Set(after.slice(after.findIndex(isMoved), after.findLastIndex(isMoved) + 1));
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
