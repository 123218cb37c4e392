import { expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import type { Condition } from "../rules/rule-shapes.ts";
import { namedPayees, renamePayees } from "./payee-names.ts";

type NamingRule = {
  conditions: readonly Condition[];
  financialCategoryId: number | null;
  kind: string | null;
  payee: string | null;
  note: string | null;
  tagIds: readonly number[];
};

const naming = (payee: string, ...values: string[]): NamingRule => ({
  conditions: [{ field: "payee", op: "is", values }],
  financialCategoryId: null,
  kind: null,
  note: null,
  tagIds: [],
  payee,
});
const create = (conditions: Condition[], payee: string) => ({ ...naming(payee), conditions });
const rename = (rules: NamingRule[], name: string | null, ...payees: string[]) =>
  renamePayees(rules, { payees, name }, create);

it("makes a rule above all others, joins payees of one name, and forgets rules that name nobody", () => {
  const shop = naming("Shop", "AMZN");
  const others = [{ financialCategoryId: 3 }, { note: "Books" }, { tagIds: [5] }].map((more) =>
    Object.assign({}, shop, more),
  );
  const once = rename(others, "Amazon", "AMZN");
  expect(once).toEqual([naming("Amazon", "AMZN"), ...others]);
  const joined = rename(once, "Amazon", "AMAZON COM");
  expect(joined).toEqual([naming("Amazon", "AMZN", "AMAZON COM"), ...others]);
  expect(rename(joined, "River", "amzn 12")).toEqual([
    naming("River", "amzn 12"),
    naming("Amazon", "AMAZON COM"),
    ...others,
  ]);
  expect(rename(joined, null, "AMZN", "AMAZON COM")).toEqual(others);
});

it("leaves each payee with its last name, and one rule for each name", () => {
  const step = fc.tuple(fc.constantFrom("A", "B", "C", "D"), fc.constantFrom("One", "Two", null));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const expected = new Map<string, string | null>();
      let rules: NamingRule[] = [];
      for (const [payee, name] of steps) {
        expected.set(payee, name);
        rules = rename(rules, name, payee);
      }
      const found = rules.flatMap((rule) => (namedPayees(rule) ?? []).map((payee) => [payee, rule.payee]));
      const named = [...expected].filter(([, name]) => name !== null);
      expect(new Map(found.map(([payee, name]) => [payee, name]))).toEqual(new Map(named));
      expect(found).toHaveLength(named.length);
      expect(new Set(rules.map(({ payee }) => payee)).size).toBe(rules.length);
    }),
  );
});
