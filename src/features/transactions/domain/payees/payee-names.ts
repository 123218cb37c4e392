import { payeeKey } from "./payee-key.ts";
import type { Condition } from "../rules/rule-shapes.ts";

/** The part of a rule that names payees. */
type NamingRule = {
  conditions: readonly Condition[];
  financialCategoryId: number | null;
  kind: string | null;
  payee: string | null;
  note: string | null;
  tagIds: readonly number[];
};

/** Values that one condition takes (`rule-shapes.ts`). */
const mostValues = 50;

/** The payees of a rule that does nothing but name them; null for every other rule. */
export function namedPayees({ conditions, payee, ...rule }: NamingRule): string[] | null {
  const [only, ...others] = conditions;
  const setsMore =
    rule.financialCategoryId !== null || rule.kind !== null || rule.note !== null || rule.tagIds.length > 0;
  const isNaming = payee !== null && !setsMore;
  if (!isNaming || only === undefined || others.length > 0) return null;
  return only.field === "payee" && only.op === "is" ? only.values : null;
}

/**
 * Gives payees a name, or the bank's names again (null). Every other rule that names them lets go of them, and they join the rule
 * that gives this name to others: payees of one name are one (docs/reference/money.md, "Payees").
 */
export function renamePayees<R extends NamingRule>(
  rules: readonly R[],
  { payees, name }: { payees: readonly string[]; name: string | null },
  create: (conditions: Condition[], name: string) => R,
): R[] {
  const keys = new Set(payees.map(payeeKey));
  const left = rules.flatMap((rule) => {
    const values = namedPayees(rule);
    const rest = values?.filter((value) => !keys.has(payeeKey(value))) ?? [];
    if (values === null || rest.length === values.length) return [rule];
    return rest.length === 0 ? [] : [{ ...rule, conditions: [isOneOf(rest)] }];
  });
  if (name === null) return left;
  const joined = left.findIndex((rule) => {
    const values = namedPayees(rule);
    return values !== null && rule.payee === name && values.length + payees.length <= mostValues;
  });
  // First, so that no other rule names them.
  if (joined < 0) return [create([isOneOf(payees)], name), ...left];
  const joining = left[joined];
  if (joining === undefined) return left;
  const conditions = [isOneOf([...(namedPayees(joining) ?? []), ...payees])];
  return left.with(joined, { ...joining, conditions });
}

function isOneOf(values: readonly string[]): Condition {
  return { field: "payee", op: "is", values: [...values].slice(0, mostValues) };
}
