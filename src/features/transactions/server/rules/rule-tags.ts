import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { rules } from "#server/tables/rule-tables.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";
import { readRules, type RuleState } from "./rule-store.ts";

/** Returns true if a rule of the person's that is on tests or gives notes or tags: `isAboutWords` in SQL. */
export async function hasWordRules(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from ${rules} where user_id = ${userId} and is_on and (note is not null or cardinality(tag_ids) > 0
      or conditions @> '[{"field": "note"}]' or conditions @> '[{"field": "tag"}]')) as found`);
  return rows[0]?.found === true;
}

/** Lets rules about a tag be about another one. */
export async function moveRuleTag(
  tx: Transaction,
  userId: string,
  from: number,
  into: number,
): Promise<void> {
  for (const rule of await readRules(tx, userId))
    await tx
      .update(rules)
      .set(withTag(rule, from, into))
      .where(and(eq(rules.userId, userId), eq(rules.ruleId, rule.ruleId)));
}

/** Returns the tags that a rule tests and gives. */
export function tagsOfRule({ conditions, tagIds }: Pick<RuleState, "conditions" | "tagIds">): number[] {
  return [...tagIds, ...conditions.flatMap((one) => (one.field === "tag" ? one.values : []))];
}

/**
 * Returns a rule's conditions and tags with another tag instead of one, or with none (null) for a deleted one. A condition without
 * another tag keeps the deleted one, so that it holds for no row.
 */
export function withTag(
  { conditions, tagIds }: Pick<RuleState, "conditions" | "tagIds">,
  from: number,
  into: number | null,
): { conditions: Condition[]; tagIds: number[] } {
  const moved = (ids: readonly number[]) => [
    ...new Set(ids.flatMap((id) => (id === from ? (into ?? []) : [id]))),
  ];
  return {
    conditions: conditions.map((one): Condition => {
      if (one.field !== "tag") return one;
      const values = moved(one.values);
      return values.length === 0 ? one : { ...one, values };
    }),
    tagIds: moved(tagIds),
  };
}
