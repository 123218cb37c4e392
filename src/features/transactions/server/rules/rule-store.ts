import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { rules, type StoredChange } from "#server/tables/rule-tables.ts";
import { isRuled, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import type { Rule } from "../../domain/rules/rule-book.ts";
import {
  conditionSchema,
  type Condition,
  type RuleAction,
  type RuleView,
} from "../../domain/rules/rule-shapes.ts";
import { ruleTitle, type RuleNames } from "../../domain/rules/rule-words.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { isListed } from "../sorting/row-kinds.ts";
import { accountName } from "../transaction-search.ts";

/** Settings of a rule, as they're stored. */
export type RuleSettings = Pick<Rule, "financialCategoryId" | "kind" | "payee" | "note" | "tagIds">;

/** A rule that sets nothing. */
export const noSettings: RuleSettings = {
  financialCategoryId: null,
  kind: null,
  payee: null,
  note: null,
  tagIds: [],
};

export type StoredState = NonNullable<StoredChange["rules"][number]["before"]>;

/** Everything about a rule that a change may change. */
export type RuleState = Omit<StoredState, "conditions" | "note" | "tagIds"> &
  Pick<Rule, "conditions" | "note" | "tagIds">;

/** A rule as it's stored. */
export type StoredRule = Rule & { name: string; position: number; lastUsedAt: Date | null };

/** Reads a person's rules, in order. */
export async function readRules(tx: Transaction, userId: string): Promise<StoredRule[]> {
  const rows = await tx
    .select()
    .from(rules)
    .where(eq(rules.userId, userId))
    .orderBy(asc(rules.position), asc(rules.ruleId));
  return rows.map(storedRule);
}

function storedRule({
  createdAt,
  userId: _owner,
  conditions,
  setsNoCategory,
  ...rule
}: typeof rules.$inferSelect): StoredRule {
  const financialCategoryId = setsNoCategory ? uncategorizedId : rule.financialCategoryId;
  return {
    ...rule,
    financialCategoryId,
    conditions: readConditions(conditions),
    createdAtMs: createdAt.getTime(),
  };
}

/** Returns a state as columns of the table. */
function columnsOf({ createdAt, ...state }: RuleState) {
  const setsNoCategory = state.financialCategoryId === uncategorizedId;
  const financialCategoryId = setsNoCategory ? null : state.financialCategoryId;
  const tagIds = [...state.tagIds];
  return { ...state, tagIds, financialCategoryId, setsNoCategory, createdAt: new Date(createdAt) };
}

export function stateOf({ ruleId: _id, lastUsedAt: _used, createdAtMs, ...state }: StoredRule): RuleState {
  return { ...state, createdAt: new Date(createdAtMs).toISOString() };
}

/** Reads a state as the database keeps it. */
export function readState({ note = null, tagIds = [], conditions, ...state }: StoredState): RuleState {
  return { ...state, note, tagIds, conditions: readConditions(conditions) };
}

export function readConditions(conditions: StoredState["conditions"]): Condition[] {
  return conditionSchema.array().parse(conditions);
}

/** Inserts a rule. @returns its id */
export async function insertRule(tx: Transaction, userId: string, state: RuleState): Promise<number> {
  const [row] = await tx
    .insert(rules)
    .values({ ...columnsOf(state), userId })
    .returning({ ruleId: rules.ruleId });
  if (row === undefined) throw new Error("The database kept no rule.");
  return row.ruleId;
}

/** Brings rules to a state: changes, deletes (null), or restores them under their ids. A deleted category isn't restored, nor are deleted tags. */
export async function writeStates(
  tx: Transaction,
  userId: string,
  states: readonly { ruleId: number; state: RuleState | null }[],
): Promise<void> {
  const gone = states.flatMap(({ ruleId, state }) => (state === null ? [ruleId] : []));
  if (gone.length > 0)
    await tx.delete(rules).where(and(eq(rules.userId, userId), inArray(rules.ruleId, gone)));
  for (const { ruleId, state } of states) {
    if (state === null) continue;
    const columns = columnsOf(state);
    const values = {
      ...columns,
      financialCategoryId: sql`(select ${financialCategories.financialCategoryId} from ${financialCategories}
        where ${financialCategories.financialCategoryId} = ${columns.financialCategoryId}::int)`,
      tagIds: sql`array(select tag.tag_id from ${tags} tag where tag.user_id = ${userId}
        and tag.tag_id = any(${sql.param(columns.tagIds)}::int[]) order by array_position(${sql.param(columns.tagIds)}::int[], tag.tag_id))`,
    };
    await tx
      .insert(rules)
      .overridingSystemValue()
      .values({ ruleId, userId, ...values })
      .onConflictDoUpdate({ target: rules.ruleId, set: values, setWhere: eq(rules.userId, userId) });
  }
}

/** Numbers rules in an order. */
export async function writeOrder(tx: Transaction, userId: string, ruleIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update ${rules} own set position = r.position
    from unnest(${sql.param([...ruleIds])}::int[]) with ordinality as r(id, position)
    where own.rule_id = r.id and own.user_id = ${userId} and own.position <> r.position`);
}

/** Reads the names of a person's accounts and tags by id. */
export async function readRuleNames(tx: Transaction, userId: string): Promise<RuleNames> {
  const named = await tx
    .select({ id: accounts.accountId, name: accountName })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const tagged = await tx
    .select({ id: tags.tagId, name: tags.name })
    .from(tags)
    .where(eq(tags.userId, userId));
  const byId = (rows: typeof named) => new Map(rows.map(({ id, name }) => [id, name]));
  return { accounts: byId(named), tags: byId(tagged) };
}

const noNames: RuleNames = { accounts: new Map(), tags: new Map() };

/** The names of rules by id, for reasons. One that's gone is missing. */
export async function readRuleTitles(
  tx: Transaction,
  userId: string,
  ruleIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  if (ruleIds.size === 0) return new Map();
  const all = await readRules(tx, userId);
  const names = all.some(isAboutNamed) ? await readRuleNames(tx, userId) : noNames;
  return new Map(all.map((rule) => [rule.ruleId, ruleTitle(rule, names)]));
}

function isAboutNamed({ conditions }: Rule): boolean {
  return conditions.some(({ field }) => field === "account" || field === "tag");
}

/** Returns a person's rules in order, as the calls list them. */
export async function listRules(tx: Transaction, userId: string): Promise<RuleView[]> {
  const all = await readRules(tx, userId);
  const counts = await countRows(tx, userId);
  const names = await readRuleNames(tx, userId);
  return all.map((rule) => ({
    ruleId: rule.ruleId,
    name: rule.name,
    title: ruleTitle(rule, names),
    conditions: [...rule.conditions],
    actions: actionsOf(rule, names),
    isOn: rule.isOn,
    appliesFrom: rule.appliesFrom,
    transactionCount: counts.get(rule.ruleId) ?? 0,
    lastUsedAt: rule.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Returns what a rule sets. Tags are by name, without deleted ones. */
export function actionsOf(
  { financialCategoryId, kind, payee, note, tagIds }: RuleSettings,
  names: RuleNames,
): RuleAction[] {
  const tagNames = tagIds.flatMap((id) => names.tags.get(id) ?? []);
  return [
    ...(financialCategoryId === null ? [] : [{ field: "category" as const, value: financialCategoryId }]),
    ...(kind === null ? [] : [{ field: "kind" as const, value: kind }]),
    ...(payee === null ? [] : [{ field: "payee" as const, value: payee }]),
    ...(tagNames.length === 0 ? [] : [{ field: "tags" as const, value: tagNames }]),
    ...(note === null ? [] : [{ field: "note" as const, value: note }]),
  ];
}

/** Number of rows in lists that have something from each rule. */
async function countRows(tx: Transaction, userId: string): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ id: number; count: number }>(sql`
    select id, count(*)::int as count from (
      select transaction_id, unnest(array[category_rule_id, kind_rule_id, payee_rule_id]) as id
      from ${transactions} where user_id = ${userId} and (${isRuled}) and ${isListed}
      union select transaction_id, note_rule_id
      from ${transactions} where user_id = ${userId} and note_rule_id is not null and ${isListed}
      union select transaction_id, rule_id from ${transactionTags}
      where user_id = ${userId} and rule_id is not null and transaction_id not in (
        select transaction_id from ${transactions} where user_id = ${userId}
          and (dismissed_at is not null or removed_by_bank_at is not null) and not ${isListed})) ruled
    where id is not null group by id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
