import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { money } from "#shared/money.ts";
import { placeOf, ruleBook, specificity, type Rule, type RuledRow } from "./rule-book.ts";
import type { Condition } from "./rule-shapes.ts";

const row: RuledRow = {
  name: "POS DEBIT Blue Fig Café 0412",
  merchantName: "Blue Fig Café",
  payeeKey: "blue fig café",
  accountId: 7,
  amount: money(-1250),
  isoCurrencyCode: "USD",
  date: "2026-11-02",
  bankCategory: "FOOD_AND_DRINK",
  bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE",
  merchantCode: "0742",
  typeCode: "Lastschrift Ö",
  createdAtMs: 1000,
  ownNote: "With Ann\nat the POOL",
  partNotes: ["For the office"],
  ownTagIds: [5, 6],
};

function rule(said: Partial<Rule> = {}): Rule {
  return {
    ruleId: 1,
    conditions: [{ field: "payee", op: "is", values: ["Blue Fig Café"] }],
    financialCategoryId: 3,
    kind: null,
    payee: null,
    note: null,
    tagIds: [],
    isOn: true,
    appliesFrom: null,
    createdAtMs: 1000,
    ...said,
  };
}

const matches = (condition: Condition, one = row) =>
  ruleBook([rule({ conditions: [condition] })]).rulingOf(one).category !== null;

describe("a condition", () => {
  it.each<[Condition, boolean]>([
    [{ field: "payee", op: "is", values: ["another", "BLUE FIG Café #9"] }, true],
    [{ field: "payee", op: "is", values: ["Blue Fig"] }, false],
    [{ field: "payee", op: "starts", values: ["blue"] }, true],
    [{ field: "payee", op: "starts", values: ["fig"] }, false],
    [{ field: "payee", op: "contains", values: ["café blue"] }, true],
    [{ field: "payee", op: "contains", values: ["blue pear"] }, false],
    [{ field: "text", op: "contains", values: ["pos 0412"] }, true],
    [{ field: "text", op: "contains", values: ["CAFÉ"] }, true],
    [{ field: "text", op: "contains", values: ["0413"] }, false],
    [{ field: "account", op: "is", values: [6, 7] }, true],
    [{ field: "account", op: "is", values: [6] }, false],
    [{ field: "direction", op: "is", values: ["out"] }, true],
    [{ field: "direction", op: "is", values: ["in"] }, false],
    [{ field: "amount", op: "is", values: [12, 12.5] }, true],
    [{ field: "amount", op: "is", values: [12.51] }, false],
    [{ field: "amount", op: "between", values: [12.5, 13] }, true],
    [{ field: "amount", op: "between", values: [0, 12.49] }, false],
    [{ field: "amount", op: "about", values: [12, 5] }, true],
    [{ field: "amount", op: "about", values: [12, 4] }, false],
    [{ field: "currency", op: "is", values: ["EUR", "USD"] }, true],
    [{ field: "currency", op: "is", values: ["EUR"] }, false],
    [{ field: "bankCategory", op: "is", values: ["FOOD_AND_DRINK"] }, true],
    [{ field: "bankCategory", op: "is", values: ["FOOD_AND_DRINK_COFFEE"] }, true],
    [{ field: "bankCategory", op: "is", values: ["FOOD"] }, false],
    [{ field: "merchantCode", op: "between", values: [742, 742] }, true],
    [{ field: "merchantCode", op: "between", values: [0, 5411] }, true],
    [{ field: "merchantCode", op: "between", values: [743, 9999] }, false],
    [{ field: "typeCode", op: "is", values: ["ATM", "LASTSCHRIFT ö"] }, true],
    [{ field: "typeCode", op: "is", values: ["Lastschrift"] }, false],
    [{ field: "day", op: "between", values: [1, 2] }, true],
    [{ field: "day", op: "between", values: [28, 3] }, true],
    [{ field: "day", op: "between", values: [3, 28] }, false],
    [{ field: "note", op: "contains", values: ["pool ann"] }, true],
    [{ field: "note", op: "contains", values: ["beach", "OFFICE"] }, true],
    [{ field: "note", op: "contains", values: ["pool office"] }, false],
    [{ field: "tag", op: "is", values: [4, 6] }, true],
    [{ field: "tag", op: "is", values: [4] }, false],
  ])("%j is %j of a row", (condition, expected) => {
    expect(matches(condition)).toBe(expected);
  });

  it.each<Condition>([
    { field: "merchantCode", op: "between", values: [0, 9999] },
    { field: "typeCode", op: "is", values: ["null"] },
  ])("%j never matches a row without a code", (condition) => {
    expect(matches(condition, { ...row, merchantCode: null, typeCode: null })).toBe(false);
  });

  it("compares amounts in the row's own currency, and money in without its sign", () => {
    const yen = { ...row, amount: money(1250), isoCurrencyCode: "JPY" };
    expect(matches({ field: "amount", op: "is", values: [1250] }, yen)).toBe(true);
    expect(matches({ field: "amount", op: "is", values: [12.5] }, yen)).toBe(false);
  });
});

describe("rules", () => {
  it("reach rows that came since, and those from their first day on", () => {
    const reached = (said: Partial<Rule>) => ruleBook([rule(said)]).rulingOf(row).category !== null;
    expect(reached({ createdAtMs: 1001 })).toBe(false);
    expect(reached({ createdAtMs: 1001, appliesFrom: "2026-11-02" })).toBe(true);
    expect(reached({ createdAtMs: 1001, appliesFrom: "2026-11-03" })).toBe(false);
    expect(reached({ isOn: false })).toBe(false);
  });

  it("set each thing by the first of them that does", () => {
    const book = ruleBook([
      rule({ ruleId: 1, financialCategoryId: null, kind: "transfer" }),
      rule({ ruleId: 2, financialCategoryId: 4 }),
      rule({ ruleId: 3, kind: "income", payee: "Fig" }),
    ]);
    expect(book.rulingOf(row)).toEqual({
      category: { ruleId: 2, financialCategoryId: 4 },
      kind: { ruleId: 1, kind: "transfer" },
      payee: { ruleId: 3, payee: "Fig" },
      note: null,
      tags: new Map(),
    });
  });

  it("add their tags together, each by the first, and give the first note", () => {
    const book = ruleBook([
      rule({ ruleId: 1, tagIds: [7, 8] }),
      rule({ ruleId: 2, tagIds: [8, 9], note: "First" }),
      rule({ ruleId: 3, tagIds: [9], note: "Second" }),
      rule({ ruleId: 4, tagIds: [10], isOn: false }),
    ]);
    expect(book.rulingOf(row)).toMatchObject({
      note: { ruleId: 2, note: "First" },
      tags: new Map([
        [7, 1],
        [8, 1],
        [9, 2],
      ]),
    });
  });

  it.each<[Partial<Rule>, boolean]>([
    [{}, false],
    [{ note: "First" }, true],
    [{ tagIds: [7] }, true],
    [{ conditions: [{ field: "tag", op: "is", values: [7] }] }, true],
    [{ conditions: [{ field: "note", op: "contains", values: ["a"] }] }, true],
    [{ note: "First", isOn: false }, false],
  ])("with %j are about words: %j", (said, expected) => {
    expect(ruleBook([rule(), rule(said)]).isAboutWords).toBe(expected);
  });

  it("say the same whatever order rules stand in that don't match the same rows", () => {
    const keys = ["a", "b", "c", "d"];
    const apart = keys.map((key, ruleId) =>
      rule({
        ruleId,
        conditions: [{ field: "payee", op: "is", values: [key] }],
        financialCategoryId: ruleId,
      }),
    );
    fc.assert(
      fc.property(
        fc.shuffledSubarray(apart, { minLength: 4 }),
        fc.constantFrom(...keys),
        (shuffled, payeeKey) => {
          const one = { ...row, payeeKey };
          expect(ruleBook(shuffled).rulingOf(one)).toEqual(ruleBook(apart).rulingOf(one));
        },
      ),
    );
  });

  it("are placed before those that say less", () => {
    const is: Condition[] = [{ field: "payee", op: "is", values: ["a"] }];
    const starts: Condition[] = [{ field: "payee", op: "starts", values: ["a"] }];
    const out: Condition[] = [{ field: "direction", op: "is", values: ["out"] }];
    const list = [is, starts, out].map((conditions) => ({ conditions }));
    expect(placeOf([...is, ...out], list)).toBe(0);
    expect(placeOf(is, list)).toBe(1);
    expect(placeOf([{ field: "payee", op: "contains", values: ["a"] }], list)).toBe(2);
    expect(placeOf(out, list)).toBe(3);
    expect(specificity([...is, ...out])).toBeGreaterThan(specificity(is));
  });
});
