import { and, eq, sql, type SQL } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import { isSplit, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import { uncategorizedId, type RowKind } from "#shared/row-kinds.ts";
import { mostTags, tagKey } from "../../domain/note-shapes.ts";
import { placeOf } from "../../domain/rules/rule-book.ts";
import type { Condition, RuleAction, RulePreview } from "../../domain/rules/rule-shapes.ts";
import { ruleTitle, type RuleNames } from "../../domain/rules/rule-words.ts";
import { readCategoryNames } from "../sorting/category-choice.ts";
import { isAtBank, isListed } from "../sorting/row-kinds.ts";
import { readTransactions } from "../transaction-reader.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import { conditionsSql, hasTag } from "./rule-sql.ts";
import { actionsOf, readRuleNames, readRules, type StoredRule } from "./rule-store.ts";

type Draft = { ruleId: number; conditions: readonly Condition[]; actions: readonly RuleAction[] };
type Conflict = RulePreview["conflicts"][number];
type Sums = {
  isoCurrencyCode: string;
  count: number;
  sum: string | null;
  changing: number;
} & RulePreview["byNow"] & { rivals: number[] };

const mostShown = 20;

/** Counts what a rule would do to the rows that are there, and names the rules that get in its way; changes nothing. */
export async function previewRule(
  tx: Transaction,
  { userId, mode }: { userId: string; mode: Mode },
  draft: Draft,
): Promise<RulePreview> {
  const all = await readRules(tx, userId);
  const names = await readRuleNames(tx, userId);
  const rivals = rivalsOf(draft, all, names);
  const where = and(conditionsSql(draft.conditions), isAtBank, ofMode(mode));
  const groups = await sumRows(tx, and(eq(transactions.userId, userId), isListed, where), {
    draft,
    rivals,
    names,
  });
  const [main, ...others] = groups;
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  const page = await readTransactions(tx, { userId, where, paging: { page: 1, pageSize: mostShown }, total });
  const ofAll = (key: keyof RulePreview["byNow"] | "changing") =>
    groups.reduce((sum, group) => sum + group[key], 0);
  return {
    total,
    byNow: {
      none: ofAll("none"),
      bank: ofAll("bank"),
      learnt: ofAll("learnt"),
      rule: ofAll("rule"),
      person: ofAll("person"),
    },
    changing: ofAll("changing"),
    sum: main === undefined ? 0 : unitsOf(main),
    isoCurrencyCode: main?.isoCurrencyCode ?? "USD",
    otherCurrencies: others.map((group) => ({
      isoCurrencyCode: group.isoCurrencyCode,
      count: group.count,
      sum: unitsOf(group),
    })),
    transactions: page.transactions,
    conflicts: await describe(tx, { userId, draft, all, rivals, groups, names }),
  };
}

function unitsOf({ sum, isoCurrencyCode }: Sums): number {
  return toUnits(moneyFromSum(sum), isoCurrencyCode);
}

type Rival = { rule: StoredRule; field: Conflict["field"]; value: string | number };

/** Other rules that are on and set something to another value than the draft does. */
function rivalsOf({ ruleId, actions }: Draft, all: readonly StoredRule[], names: RuleNames): Rival[] {
  const wanted = new Map<string, string | number>(
    actions.flatMap((one) => (one.field === "tags" ? [] : [[one.field, one.value] as const])),
  );
  return all
    .filter((rule) => rule.isOn && rule.ruleId !== ruleId)
    .flatMap((rule) =>
      actionsOf(rule, names).flatMap((one) => {
        // Tags of all rules come together.
        if (one.field === "tags" || !wanted.has(one.field) || wanted.get(one.field) === one.value) return [];
        return [{ rule, field: one.field, value: one.value }];
      }),
    );
}

async function sumRows(
  tx: Transaction,
  where: SQL | undefined,
  { draft, rivals, names }: { draft: Draft; rivals: readonly Rival[]; names: RuleNames },
): Promise<Sums[]> {
  const given = tagsOf(draft, names);
  const source = sourceNow(draft.actions, given);
  const counted = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const by = (...sources: string[]) => counted(sql`${source} = any(${sql.param(sources)}::text[])`);
  const matchedBy = rivals.map(({ rule }) => counted(conditionsSql(rule.conditions)));
  return tx
    .select({
      isoCurrencyCode: transactions.isoCurrencyCode,
      count: sql<number>`count(*)::int`,
      sum: sql<string | null>`sum(${transactions.amount})::text`,
      none: by("none"),
      bank: by("bank", "file"),
      learnt: by("learnt"),
      rule: by("rule"),
      person: by("person"),
      changing: counted(await willChange(tx, draft.actions, given)),
      rivals: sql<number[]>`array[${sql.join(matchedBy, sql`, `)}]::int[]`,
    })
    .from(transactions)
    .where(where)
    .groupBy(transactions.isoCurrencyCode)
    .orderBy(sql`2 desc`, transactions.isoCurrencyCode);
}

/** Tags that a rule would add: those that are there, and whether there are others to make. */
type GivenTags = { ids: readonly number[]; hasNew: boolean };

function tagsOf({ actions }: Draft, names: RuleNames): GivenTags {
  const ids = new Map([...names.tags].map(([id, name]) => [tagKey(name), id]));
  const found = actions
    .flatMap((one) => (one.field === "tags" ? one.value : []))
    .map((name) => ids.get(tagKey(name)));
  const known = found.filter((id) => id !== undefined);
  return { ids: [...new Set(known)], hasNew: known.length < found.length };
}

/** Condition for rows that have all of these tags. */
function hasEvery({ ids, hasNew }: GivenTags, more = sql`true`): SQL {
  if (hasNew) return sql`false`;
  return sql.join(
    ids.map((id) => hasTag(sql`own.tag_id = ${id}::int and ${more}`)),
    sql` and `,
  );
}

/** Whose word stands now for the first thing that the rule sets. */
function sourceNow(actions: readonly RuleAction[], given: GivenTags): SQL {
  const fields = new Set(actions.map(({ field }) => field));
  if (fields.has("category")) return sql`${transactions.categorySource}`;
  if (fields.has("kind"))
    return sql`case ${transactions.kindReason} when 'chosen' then 'person' when 'rule' then 'rule'
      when 'category' then ${transactions.categorySource} when 'bank' then 'bank' when 'paired' then 'bank'
      when 'transferLike' then 'bank' else 'none' end`;
  if (fields.has("payee"))
    return sql`case when ${transactions.payeeRuleId} is not null then 'rule' else 'bank' end`;
  if (fields.has("note"))
    return sql`case when ${transactions.keepsWords} then 'person' when ${transactions.note} is null then 'none'
      when ${transactions.noteRuleId} is null then 'person' else 'rule' end`;
  const isOfRule = hasTag(
    sql`own.tag_id = any(${sql.param([...given.ids])}::int[]) and own.rule_id is not null`,
  );
  return sql`case when ${transactions.keepsWords} then 'person' when ${isOfRule} then 'rule'
    when ${hasEvery(given, sql`own.rule_id is null`)} then 'person' else 'none' end`;
}

/** Condition for rows that the rule would change, if no rule above it has its way. */
async function willChange(tx: Transaction, actions: readonly RuleAction[], given: GivenTags): Promise<SQL> {
  const chosen = actions.find(({ field }) => field === "kind")?.value;
  const parts: SQL[] = [];
  for (const action of actions) {
    if (action.field === "note" || action.field === "tags") parts.push(willChangeWords(action, given));
    if (action.field === "payee") parts.push(sql`${transactions.payee} <> ${action.value}`);
    if (action.field === "kind")
      parts.push(sql`(${transactions.chosenKind} is null and ${transactions.kind} <> ${action.value})`);
    if (action.field === "category" && action.value === uncategorizedId)
      parts.push(
        sql`(${transactions.categorySource} <> 'person' and ${transactions.financialCategoryId} is not null)`,
      );
    else if (action.field === "category") {
      const [category] = await tx
        .select({ kind: financialCategories.kind })
        .from(financialCategories)
        .where(eq(financialCategories.financialCategoryId, action.value));
      const fits =
        typeof chosen === "string"
          ? sql`${chosen}::text = ${category?.kind ?? ""}`
          : canBe(category?.kind ?? "spending");
      parts.push(sql`(${transactions.categorySource} <> 'person' and not ${isSplit} and ${fits}
        and ${transactions.financialCategoryId} is distinct from ${action.value}::int)`);
    }
  }
  return sql`(${sql.join(parts, sql` or `)})`;
}

function willChangeWords(action: Extract<RuleAction, { field: "note" | "tags" }>, given: GivenTags): SQL {
  if (action.field === "note")
    return sql`(not ${transactions.keepsWords} and (${transactions.note} is null or ${transactions.noteRuleId} is not null)
      and ${transactions.note} is distinct from ${action.value}::text)`;
  const isFull = sql`${transactions.transactionId} in (select own.transaction_id from ${transactionTags} own
    where own.rule_id is null group by 1 having count(*) >= ${mostTags})`;
  return sql`(not ${transactions.keepsWords} and not (${hasEvery(given)}) and not ${isFull})`;
}

/** Rows that are of a kind, or that a category of that kind would make so (`kindOf`). */
function canBe(kind: RowKind): SQL {
  return sql`(${transactions.kind} = ${kind} or not (
    ${transactions.kindReason} in ('chosen', 'rule', 'loanAccount', 'loanPayment', 'paired')
    or (${transactions.kindReason} = 'bank' and ${transactions.kind} in ('income', 'leftOut'))))`;
}

type Described = {
  userId: string;
  draft: Draft;
  all: readonly StoredRule[];
  rivals: readonly Rival[];
  groups: readonly Sums[];
  names: RuleNames;
};

async function describe(
  tx: Transaction,
  { userId, draft, all, rivals, groups, names: ruleNames }: Described,
): Promise<Conflict[]> {
  const met = rivals.flatMap((rival, index) => {
    const transactionCount = groups.reduce((sum, group) => sum + (group.rivals[index] ?? 0), 0);
    return transactionCount === 0 ? [] : [{ ...rival, transactionCount }];
  });
  if (met.length === 0) return [];
  const ids = met.flatMap(({ field, value }) =>
    field === "category" && typeof value === "number" ? [value] : [],
  );
  const names = await readCategoryNames(tx, userId, ids);
  const own = all.findIndex(({ ruleId }) => ruleId === draft.ruleId);
  const place = own < 0 ? placeOf(draft.conditions, all) : own;
  return met.map(({ rule, field, value, transactionCount }) => {
    const at = all.indexOf(rule);
    return {
      ruleId: rule.ruleId,
      number: at + 1,
      name: ruleTitle(rule, ruleNames),
      field,
      sets: setsWords(field, value, names),
      transactionCount,
      wins: at < place,
    };
  });
}

function setsWords(
  field: Conflict["field"],
  value: string | number,
  categories: ReadonlyMap<number, string>,
): string {
  if (typeof value === "number") return categories.get(value) ?? "";
  if (field === "note") return `the note “${value}”`;
  return field === "kind" ? (kindWords.get(value) ?? value) : value;
}

const kindWords: ReadonlyMap<string, string> = new Map([
  ["spending", "spending"],
  ["income", "income"],
  ["transfer", "transfer"],
  ["leftOut", "left out"],
]);
