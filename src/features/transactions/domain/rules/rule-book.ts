import type { RowKind } from "#shared/row-kinds.ts";
import type { Condition } from "./rule-shapes.ts";
import { rowPasses, testsOf, type TestedRow } from "./rule-tests.ts";

/** A person's rule as it sorts rows; null for what it doesn't set. */
export type Rule = {
  ruleId: number;
  conditions: readonly Condition[];
  /** −1 leaves rows without one. */
  financialCategoryId: number | null;
  kind: RowKind | null;
  payee: string | null;
  /** For rows without a note of the person's. */
  note: string | null;
  /** Tags that it adds; none for a rule that adds none. */
  tagIds: readonly number[];
  isOn: boolean;
  /** First day of the rows from before the rule that it sorts, too; null for none of them. */
  appliesFrom: string | null;
  /** Milliseconds since 1970. */
  createdAtMs: number;
};

/** A row, and when it came. */
export type RuledRow = TestedRow & { createdAtMs: number };

/** Results of the rules for a row, each with the rule it comes from. */
export type Ruling = {
  category: { ruleId: number; financialCategoryId: number } | null;
  kind: { ruleId: number; kind: RowKind } | null;
  payee: { ruleId: number; payee: string } | null;
  note: { ruleId: number; note: string } | null;
  /** Tags of all rules together, each with the first rule that adds it. */
  tags: ReadonlyMap<number, number>;
};

/** A person's rules in order. */
export type RuleBook = {
  rulingOf: (row: RuledRow) => Ruling;
  /** A rule that is on tests or gives notes or tags. */
  isAboutWords: boolean;
};

const noRuling: Ruling = { category: null, kind: null, payee: null, note: null, tags: new Map() };

/**
 * For each thing that rules set, the first rule wins that is on, matches, reaches the row, and sets it; tags come together. A rule
 * reaches rows that came since it was made, and those dated from `appliesFrom` on (docs/reference/money.md, "Rules").
 */
export function ruleBook(rules: readonly Rule[]): RuleBook {
  const ready = rules.filter(({ isOn }) => isOn).map((rule) => ({ rule, tests: testsOf(rule.conditions) }));
  return {
    isAboutWords: ready.some(({ rule }) => isAboutWords(rule)),
    rulingOf(row) {
      if (ready.length === 0) return noRuling;
      const tags = new Map<number, number>();
      const ruling: Ruling = { category: null, kind: null, payee: null, note: null, tags };
      for (const { rule, tests } of ready) {
        const { ruleId, financialCategoryId, kind, payee, note, tagIds } = rule;
        const isNews =
          (financialCategoryId !== null && ruling.category === null) ||
          (kind !== null && ruling.kind === null) ||
          (payee !== null && ruling.payee === null) ||
          (note !== null && ruling.note === null) ||
          tagIds.some((id) => !tags.has(id));
        if (!isNews || !reaches(rule, row) || !rowPasses(row, tests)) continue;
        if (financialCategoryId !== null) ruling.category ??= { ruleId, financialCategoryId };
        if (kind !== null) ruling.kind ??= { ruleId, kind };
        if (payee !== null) ruling.payee ??= { ruleId, payee };
        if (note !== null) ruling.note ??= { ruleId, note };
        for (const id of tagIds) if (!tags.has(id)) tags.set(id, ruleId);
      }
      return ruling;
    },
  };
}

/** Says whether a rule tests or gives notes or tags. */
export function isAboutWords({
  conditions,
  note,
  tagIds,
}: Pick<Rule, "conditions" | "note" | "tagIds">): boolean {
  return (
    note !== null || tagIds.length > 0 || conditions.some(({ field }) => field === "note" || field === "tag")
  );
}

function reaches({ createdAtMs, appliesFrom }: Rule, row: RuledRow): boolean {
  return row.createdAtMs >= createdAtMs || (appliesFrom !== null && row.date >= appliesFrom);
}

/** Larger for conditions that say more: an exact payee, then the beginning of one, then words, then their number. */
export function specificity(conditions: readonly Condition[]): number {
  const best = Math.max(...conditions.map(weight));
  return 100 * best + conditions.length;
}

function weight({ field, op }: Condition): number {
  if (field === "payee") return { is: 4, starts: 3, contains: 2 }[op];
  return field === "text" || field === "note" ? 1 : 0;
}

/** Place of a new rule: before the first one that says less. */
export function placeOf(
  conditions: readonly Condition[],
  others: readonly { conditions: readonly Condition[] }[],
): number {
  const place = others.findIndex((other) => specificity(other.conditions) < specificity(conditions));
  return place < 0 ? others.length : place;
}
