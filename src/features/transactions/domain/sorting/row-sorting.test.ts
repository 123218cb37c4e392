import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { money } from "#shared/money.ts";
import { rowKinds, uncategorizedId } from "#shared/row-kinds.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { categoryBook } from "./category-book.ts";
import { ruleBook } from "../rules/rule-book.ts";
import type { Condition } from "../rules/rule-shapes.ts";
import { sortPayee, type PayeeRow } from "./row-sorting.ts";

const [groceries, dining, subscriptions, entertainment, salary, own] = [3, 4, 10, 11, 24, 40];
const categories = [
  { financialCategoryId: groceries, name: "Groceries", kind: "spending" as const, isBuiltIn: true },
  { financialCategoryId: dining, name: "Dining Out", kind: "spending" as const, isBuiltIn: true },
  { financialCategoryId: subscriptions, name: "Subscriptions", kind: "spending" as const, isBuiltIn: true },
  { financialCategoryId: entertainment, name: "Entertainment", kind: "spending" as const, isBuiltIn: true },
  { financialCategoryId: salary, name: "Salary", kind: "income" as const, isBuiltIn: true },
  { financialCategoryId: own, name: "Coffee", kind: "spending" as const, isBuiltIn: false },
];
const noRules = ruleBook([]);
const book = { categories: categoryBook(categories, []), rules: noRules };
const coffee = "FOOD_AND_DRINK_COFFEE";
const films = "ENTERTAINMENT_TV_AND_MOVIES";

let nextId = 1;

function row(date: string, said: Partial<Omit<PayeeRow, "amount">> & { amount?: number } = {}): PayeeRow {
  const { amount = -1250, ...more } = said;
  return {
    transactionId: nextId++,
    date,
    name: "BLUE FIG",
    merchantName: null,
    payeeKey: "blue fig",
    accountId: 1,
    isoCurrencyCode: "USD",
    createdAtMs: 0,
    amount: money(amount),
    bankCategory: null,
    bankCategoryDetailed: null,
    bankConfidence: null,
    fileCategory: null,
    merchantCode: null,
    typeCode: null,
    accountType: "depository",
    pairedAccountType: null,
    chosenKind: null,
    chosenCategoryId: undefined,
    isRemoved: false,
    isMatched: false,
    ownNote: null,
    partNotes: [],
    ownTagIds: [],
    keepsWords: false,
    ...more,
  };
}

function sorted(rows: PayeeRow[], by = book): string[] {
  const found = sortPayee(rows, by);
  return rows.map(({ transactionId }) => {
    const one = found.get(transactionId);
    return `${one?.kind} ${one?.financialCategoryId ?? "none"} ${one?.categorySource}`;
  });
}

const chosen = (date: string, chosenCategoryId: number | null, amount = -1250) =>
  row(date, { chosenCategoryId, amount });

describe("the category of a row", () => {
  it("is the bank's, for its kind only", () => {
    expect(
      sorted([
        row("2026-01-01", { bankCategoryDetailed: coffee }),
        row("2026-01-02", { bankCategoryDetailed: "INCOME_WAGES", amount: 90_000 }),
        row("2026-01-03", { bankCategoryDetailed: coffee, chosenKind: "leftOut" }),
        row("2026-01-04", { bankCategoryDetailed: "OTHER_OTHER" }),
      ]),
    ).toEqual([
      `spending ${dining} bank`,
      `income ${salary} bank`,
      "leftOut none none",
      "spending none none",
    ]);
  });

  it("is the bank's only if the bank is sure of it, or doesn't say", () => {
    const levels = [null, "VERY_HIGH", "HIGH", "MEDIUM", "LOW", "UNKNOWN", "NEW_LEVEL"];
    const rows = levels.map((bankConfidence) =>
      row("2026-01-01", { bankCategoryDetailed: coffee, bankConfidence }),
    );
    const [set, none] = [`spending ${dining} bank`, "spending none none"];
    expect(sorted(rows)).toEqual([set, set, set, set, none, none, set]);
    // The kind stays the bank's.
    const wages = { bankCategoryDetailed: "INCOME_WAGES", bankConfidence: "LOW", chosenCategoryId: own };
    expect(sorted([row("2026-01-01", wages)])).toEqual([`income ${own} person`]);
  });

  it("is the file's, by its name, before the bank's", () => {
    const named = (
      fileCategory: string,
      more: Partial<Omit<PayeeRow, "amount">> & { amount?: number } = {},
    ) => sorted([row("2026-01-01", { fileCategory, bankCategoryDetailed: coffee, ...more })])[0];
    expect(named("coffee")).toBe(`spending ${own} file`);
    expect(named("Food : GROCERIES")).toBe(`spending ${groceries} file`);
    expect(named("Groceries:Organic")).toBe(`spending ${groceries} file`);
    expect(named("Salary")).toBe(`spending ${dining} bank`);
    expect(named("Salary", { amount: 1250, bankCategoryDetailed: null })).toBe(`income ${salary} file`);
    expect(named("coffee", { chosenCategoryId: null })).toBe("spending none person");
  });

  it("is what the person has the bank's stand for, or none", () => {
    const rows = [row("2026-01-01", { bankCategoryDetailed: coffee })];
    const choose = (bankCode: string, financialCategoryId: number | null) => ({
      categories: categoryBook(categories, [{ bankCode, financialCategoryId }]),
      rules: noRules,
    });
    expect(sorted(rows, choose(coffee, own))).toEqual([`spending ${own} bank`]);
    expect(sorted(rows, choose(coffee, null))).toEqual(["spending none none"]);
    expect(sorted(rows, choose("FOOD_AND_DRINK_GROCERIES", own))).toEqual([`spending ${dining} bank`]);
    const flight = [row("2026-01-01", { bankCategory: "TRAVEL", bankCategoryDetailed: "TRAVEL_FLIGHTS" })];
    expect(sorted(flight, choose("TRAVEL", own))).toEqual([`spending ${own} bank`]);
  });

  const paid = (date: string, amount = -1599, said: Partial<PayeeRow> = {}) =>
    row(date, { bankCategoryDetailed: films, ...said, amount });
  const [january, february, march] = ["2026-01-04", "2026-02-03", "2026-03-04"] as const;

  it.each([
    ["three months", [paid(january), paid(february), paid(march)], true],
    ["two months", [paid(february), paid(march)], false],
    ["a gap of one month", [paid(january), paid(february), paid("2026-04-04")], true],
    ["a gap of two months", [paid(january), paid(february), paid("2026-05-04")], false],
    ["within 5 %", [paid(january, -1000), paid(february, -1050), paid(march, -1000)], true],
    ["beyond 5 %", [paid(january, -1000), paid(february, -1060), paid(march, -1000)], false],
    ["two in a month", [paid(january), paid(february), paid(march), paid("2026-03-05")], false],
    [
      "another currency",
      [paid(january), paid(february), paid(march, -1599, { isoCurrencyCode: "EUR" })],
      false,
    ],
    ["one that is gone", [paid(january), paid(february, -1599, { isRemoved: true }), paid(march)], false],
    [
      "another bank category",
      [paid(january), paid(february, -1599, { bankCategoryDetailed: coffee }), paid(march)],
      false,
    ],
  ])("is Subscriptions for films that are paid monthly: %s", (_, rows, isMonthly) => {
    const expected = `spending ${isMonthly ? subscriptions : entertainment} bank`;
    expect(sorted(rows).filter((one) => one !== `spending ${dining} bank`)).toEqual(
      Array.from(
        { length: rows.filter(({ bankCategoryDetailed: code }) => code === films).length },
        () => expected,
      ),
    );
  });

  it("is what the person has films stand for, paid monthly or not", () => {
    const mapped = {
      ...book,
      categories: categoryBook(categories, [{ bankCode: films, financialCategoryId: own }]),
    };
    const rows = ["2026-01-04", "2026-02-04", "2026-03-04"].map((date) =>
      row(date, { bankCategoryDetailed: films }),
    );
    expect(new Set(sorted(rows, mapped))).toEqual(new Set([`spending ${own} bank`]));
  });

  it("is learnt from two choices that agree, and forgotten when they do not", () => {
    const bank = row("2026-01-09", { bankCategoryDetailed: coffee });
    expect(sorted([bank, chosen("2026-01-01", own)])[0]).toBe(`spending ${dining} bank`);
    expect(sorted([bank, chosen("2026-01-01", own), chosen("2026-01-02", own)])[0]).toBe(
      `spending ${own} learnt`,
    );
    const mixed = [groceries, groceries, own, own].map((id, day) => chosen(`2026-01-0${day + 1}`, id));
    expect(sorted([bank, ...mixed])[0]).toBe(`spending ${dining} bank`);
    const mostly = [groceries, own, own, own, own].map((id, day) => chosen(`2026-01-0${day + 1}`, id));
    expect(sorted([bank, ...mostly])[0]).toBe(`spending ${own} learnt`);
    const lately = [own, own, own, own, groceries].map((id, day) => chosen(`2026-01-0${day + 1}`, id));
    expect(sorted([bank, ...lately])[0]).toBe(`spending ${dining} bank`);
  });

  it("is not learnt from money the other way, from rows that are gone, nor from “none”", () => {
    const bank = row("2026-01-09", { bankCategoryDetailed: coffee });
    const twice = (one: (date: string) => PayeeRow) =>
      sorted([bank, one("2026-01-01"), one("2026-01-02")])[0];
    expect(twice((date) => chosen(date, own, 1250))).toBe(`spending ${dining} bank`);
    expect(twice((date) => ({ ...chosen(date, own), isRemoved: true }))).toBe(`spending ${dining} bank`);
    expect(twice((date) => chosen(date, null))).toBe(`spending ${dining} bank`);
  });

  it("makes income of deposits that the person called that", () => {
    const rent = (date: string, chosenCategoryId?: number) =>
      row(date, { amount: 90_000, name: "REFUND", chosenCategoryId });
    expect(sorted([rent("2026-01-01", salary), rent("2026-02-01", salary), rent("2026-03-01")])).toEqual([
      `income ${salary} person`,
      `income ${salary} person`,
      `income ${salary} learnt`,
    ]);
  });

  it("makes a refund of what comes back within 180 days, and on the same day", () => {
    const found = sorted([
      row("2026-01-01", { amount: 500 }),
      row("2026-01-02", { amount: 500 }),
      row("2026-01-02", { amount: -900 }),
      row("2026-07-01", { amount: 500 }),
      row("2026-07-02", { amount: 500 }),
    ]);
    expect(found.map((words) => words.split(" ")[0])).toEqual([
      "income",
      "spending",
      "spending",
      "spending",
      "income",
    ]);
    const gone = row("2026-01-01", { isRemoved: true });
    expect(sorted([gone, row("2026-01-02", { amount: 500 })])[1]).toBe("income none none");
  });
});

describe("the words of a row", () => {
  const everything: Condition[] = [{ field: "payee", op: "is", values: ["Blue Fig"] }];
  const rule = {
    ruleId: 1,
    conditions: everything,
    financialCategoryId: null,
    kind: null,
    payee: null,
    note: "From a rule",
    tagIds: [1, 2, 3],
    isOn: true,
    appliesFrom: null,
    createdAtMs: 0,
  };
  const words = (said: Partial<Omit<PayeeRow, "amount">>) => {
    const one = row("2026-01-01", said);
    const { note, noteRuleId, ruledTags } =
      sortPayee([one], { ...book, rules: ruleBook([rule]) }).get(one.transactionId) ?? {};
    return [note, noteRuleId, [...(ruledTags?.keys() ?? [])]];
  };

  it.each([
    [{}, ["From a rule", 1, [1, 2, 3]]],
    [{ ownNote: "Mine", ownTagIds: [2] }, ["Mine", null, [1, 3]]],
    [{ keepsWords: true }, [null, null, []]],
    [{ ownTagIds: Array.from({ length: 18 }, (_, index) => 10 + index) }, ["From a rule", 1, [1, 2]]],
    [{ ownTagIds: Array.from({ length: 25 }, (_, index) => 10 + index) }, ["From a rule", 1, []]],
  ])("beside %j are %j", (said, expected) => {
    expect(words(said)).toEqual(expected);
  });
});

describe("sorting", () => {
  const anyRows = fc.array(
    fc.record({
      days: fc.nat(400),
      amount: fc.integer({ min: -5, max: 5 }),
      isRemoved: fc.boolean(),
      bankCategoryDetailed: fc.constantFrom(null, coffee, films, "INCOME_WAGES", "TRANSFER_OUT_SAVINGS"),
      chosenCategoryId: fc.constantFrom(undefined, undefined, null, own, own, groceries),
      chosenKind: fc.constantFrom(null, null, null, ...rowKinds),
      ownNote: fc.constantFrom(null, null, "At the pool"),
      ownTagIds: fc.uniqueArray(fc.nat(30), { maxLength: 20 }),
      keepsWords: fc.constantFrom(false, false, true),
    }),
    { maxLength: 12 },
  );

  const anyRules = fc.array(
    fc.record({
      ruleId: fc.nat(),
      conditions: fc.constantFrom<Condition[]>(
        [{ field: "payee", op: "is", values: ["Blue Fig"] }],
        [{ field: "direction", op: "is", values: ["in"] }],
        [{ field: "amount", op: "between", values: [0, 0.03] }],
        [{ field: "note", op: "contains", values: ["pool"] }],
        [{ field: "tag", op: "is", values: [1, 2, 3] }],
      ),
      financialCategoryId: fc.constantFrom(null, uncategorizedId, groceries, salary, own),
      kind: fc.constantFrom(null, null, ...rowKinds),
      payee: fc.constantFrom(null, "Fig"),
      note: fc.constantFrom(null, "From a rule"),
      tagIds: fc.uniqueArray(fc.nat(30), { maxLength: 5 }),
      isOn: fc.boolean(),
      appliesFrom: fc.constantFrom(null, "0001-01-01", "2026-06-01"),
      createdAtMs: fc.constantFrom(0, 1),
    }),
    { maxLength: 4 },
  );

  it("keeps every choice whatever the rules, and does not depend on the order of the rows", () => {
    const anyOrder = anyRows
      .map((rows) => rows.map(({ days, ...said }) => row(addDays("2026-01-01", days), said)))
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(anyOrder, anyRules, ([rows, shuffled], rules) => {
        const ruled = { ...book, rules: ruleBook(rules) };
        const found = sortPayee(rows, ruled);
        expect(new Map([...sortPayee(shuffled, ruled)].toSorted(byId))).toEqual(
          new Map([...found].toSorted(byId)),
        );
        for (const { transactionId, chosenCategoryId, chosenKind, ...own } of rows) {
          const one = found.get(transactionId);
          const ruledTags = [...(one?.ruledTags.keys() ?? [])];
          expect(own.ownTagIds.filter((id) => ruledTags.includes(id))).toEqual([]);
          expect(own.ownTagIds.length + ruledTags.length).toBeLessThanOrEqual(20);
          if (own.keepsWords) expect(ruledTags).toEqual([]);
          if (own.ownNote !== null || own.keepsWords)
            expect(one).toMatchObject({ note: own.ownNote, noteRuleId: null });
          if (chosenKind !== null) expect(one).toMatchObject({ kind: chosenKind, kindReason: "chosen" });
          if (chosenCategoryId !== undefined)
            expect(one).toMatchObject({ financialCategoryId: chosenCategoryId, categorySource: "person" });
        }
      }),
    );
  });
});

function byId([a]: [number, unknown], [b]: [number, unknown]): number {
  return a - b;
}
