import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import { uncategorizedId, type RowKind } from "#shared/row-kinds.ts";
import { placeOf } from "../../domain/rules/rule-book.ts";
import type { Condition, RuleAction, RulePreview } from "../../domain/rules/rule-shapes.ts";
import { ruleTitle } from "../../domain/rules/rule-words.ts";
import { isAtBank, isListed } from "../row-kinds.ts";
import { readTransactions } from "../transaction-reader.ts";
import { ofMode, type Mode } from "../transaction-store.ts";
import { conditionsSql } from "./rule-sql.ts";
import { actionsOf, readAccountNames, readRules, type StoredRule } from "./rule-store.ts";

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
  const rivals = rivalsOf(draft, all);
  const where = and(conditionsSql(draft.conditions), isAtBank, ofMode(mode));
  const groups = await sumRows(tx, and(eq(transactions.userId, userId), isListed, where), draft, rivals);
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
    conflicts: await describe(tx, userId, { draft, all, rivals, groups }),
  };
}

function unitsOf({ sum, isoCurrencyCode }: Sums): number {
  return toUnits(moneyFromSum(sum), isoCurrencyCode);
}

type Rival = { rule: StoredRule; field: Conflict["field"]; value: string | number };

/** Other rules that are on and set something to another value than the draft does. */
function rivalsOf({ ruleId, actions }: Draft, all: readonly StoredRule[]): Rival[] {
  const wanted = new Map<string, string | number>(actions.map(({ field, value }) => [field, value]));
  return all
    .filter((rule) => rule.isOn && rule.ruleId !== ruleId)
    .flatMap((rule) =>
      actionsOf(rule).flatMap(({ field, value }) =>
        wanted.has(field) && wanted.get(field) !== value ? [{ rule, field, value }] : [],
      ),
    );
}

async function sumRows(
  tx: Transaction,
  where: SQL | undefined,
  draft: Draft,
  rivals: readonly Rival[],
): Promise<Sums[]> {
  const source = sourceNow(draft.actions);
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
      changing: counted(await willChange(tx, draft.actions)),
      rivals: sql<number[]>`array[${sql.join(matchedBy, sql`, `)}]::int[]`,
    })
    .from(transactions)
    .where(where)
    .groupBy(transactions.isoCurrencyCode)
    .orderBy(sql`2 desc`, transactions.isoCurrencyCode);
}

/** Whose word stands now for the first thing that the rule sets. */
function sourceNow(actions: readonly RuleAction[]): SQL {
  const fields = new Set(actions.map(({ field }) => field));
  if (fields.has("category")) return sql`${transactions.categorySource}`;
  if (fields.has("kind"))
    return sql`case ${transactions.kindReason} when 'chosen' then 'person' when 'rule' then 'rule'
      when 'category' then ${transactions.categorySource} when 'bank' then 'bank' when 'paired' then 'bank'
      when 'transferLike' then 'bank' else 'none' end`;
  return sql`case when ${transactions.payeeRuleId} is not null then 'rule' else 'bank' end`;
}

/** Condition for rows that the rule would change, if no rule above it has its way. */
async function willChange(tx: Transaction, actions: readonly RuleAction[]): Promise<SQL> {
  const chosen = actions.find(({ field }) => field === "kind")?.value;
  const parts: SQL[] = [];
  for (const action of actions) {
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
      parts.push(sql`(${transactions.categorySource} <> 'person' and ${fits}
        and ${transactions.financialCategoryId} is distinct from ${action.value}::int)`);
    }
  }
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Rows that are of a kind, or that a category of that kind would make so (`kindOf`). */
function canBe(kind: RowKind): SQL {
  return sql`(${transactions.kind} = ${kind} or not (
    ${transactions.kindReason} in ('chosen', 'rule', 'loanAccount', 'loanPayment', 'paired')
    or (${transactions.kindReason} = 'bank' and ${transactions.kind} in ('income', 'leftOut'))))`;
}

type Described = {
  draft: Draft;
  all: readonly StoredRule[];
  rivals: readonly Rival[];
  groups: readonly Sums[];
};

async function describe(
  tx: Transaction,
  userId: string,
  { draft, all, rivals, groups }: Described,
): Promise<Conflict[]> {
  const met = rivals.flatMap((rival, index) => {
    const transactionCount = groups.reduce((sum, group) => sum + (group.rivals[index] ?? 0), 0);
    return transactionCount === 0 ? [] : [{ ...rival, transactionCount }];
  });
  if (met.length === 0) return [];
  const accountNames = await readAccountNames(tx, userId);
  const ids = met.flatMap(({ field, value }) =>
    field === "category" && typeof value === "number" ? [value] : [],
  );
  const categories = await tx
    .select({ id: financialCategories.financialCategoryId, name: financialCategories.name })
    .from(financialCategories)
    .where(inArray(financialCategories.financialCategoryId, ids.length === 0 ? [0] : ids));
  const names = new Map([
    ...categories.map(({ id, name }) => [id, name] as const),
    [uncategorizedId, "no category"] as const,
  ]);
  const own = all.findIndex(({ ruleId }) => ruleId === draft.ruleId);
  const place = own < 0 ? placeOf(draft.conditions, all) : own;
  return met.map(({ rule, field, value, transactionCount }) => {
    const at = all.indexOf(rule);
    return {
      ruleId: rule.ruleId,
      number: at + 1,
      name: ruleTitle(rule, accountNames),
      field,
      sets: typeof value === "number" ? (names.get(value) ?? "") : (kindWords.get(value) ?? value),
      transactionCount,
      wins: at < place,
    };
  });
}

const kindWords: ReadonlyMap<string, string> = new Map([
  ["spending", "spending"],
  ["income", "income"],
  ["transfer", "transfer"],
  ["leftOut", "left out"],
]);
