import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { RuleAction, RulePreview, RuleView } from "../../contract.ts";
import {
  coffee,
  createRuleSite,
  everyDay,
  isBakery,
  toDining,
  toGroceries,
  type RuleSite,
} from "../../../../../tests/support/sites/rule-site.ts";
import { countStatements } from "../../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { sortRows } from "../sorting/row-sorting.ts";

const database = useTestDatabase();
let person: RuleSite;

beforeEach(async () => {
  person = await createRuleSite(database());
});

const salary = 24;

describe("a preview", () => {
  it("counts by whose word stands now, and changes nothing", async () => {
    await person.old([
      { ...coffee, amount: -500 },
      { amount: -700, financialCategoryId: salary },
      { amount: -900 },
      { amount: -100, isoCurrencyCode: "EUR" },
      { name: "Another" },
    ]);
    const before = await person.sortedRows();
    const { data } = await person.site.post<RulePreview>("/api/PreviewRule", {
      ruleId: 0,
      conditions: [isBakery],
      actions: [toGroceries],
    });
    expect(data).toMatchObject({
      total: 4,
      byNow: { none: 2, bank: 1, learnt: 0, rule: 0, person: 1 },
      changing: 3,
      sum: -21,
      isoCurrencyCode: "USD",
      otherCurrencies: [{ isoCurrencyCode: "EUR", count: 1, sum: -1 }],
      conflicts: [],
    });
    expect(data.transactions).toHaveLength(4);
    expect(await person.sortedRows()).toEqual(before);
    expect(await person.rules()).toEqual([]);
  });

  it("starts from a row: all of its payee, one way for payment apps", async () => {
    const app = { name: "VENMO", merchantName: "Venmo", bankCategory: "TRANSFER_OUT" };
    const [bakery, venmo] = await person.old([{ ...coffee }, app, { ...app, amount: 500 }]);
    const draft = async (id = 0) => (await person.site.get(`/api/GetRuleDraft?transactionId=${id}`)).data;
    expect(await draft(bakery)).toEqual({
      payee: "Corner Bakery 041",
      ruleId: 0,
      name: "",
      conditions: [{ field: "payee", op: "is", values: ["Corner Bakery 041"] }],
      actions: [toDining],
    });
    expect(await draft(venmo)).toMatchObject({
      conditions: [{ field: "payee" }, { field: "direction", op: "is", values: ["out"] }],
      actions: [],
    });
  });

  it("gives a category of another kind together with that kind where the bank says income", async () => {
    const [refund, card] = await person.old([
      {
        name: "STATE OFFICE",
        bankCategory: "INCOME",
        bankCategoryDetailed: "INCOME_TAX_REFUND",
        amount: 700,
      },
      coffee,
    ]);
    const groceries = toGroceries.value;
    const draft = async (id = 0, more = `&financialCategoryId=${String(groceries)}`) =>
      (
        await person.site.get<{ payee: string; actions: RuleAction[] }>(
          `/api/GetRuleDraft?transactionId=${id}${more}`,
        )
      ).data;
    expect((await draft(card)).actions).toEqual([toGroceries]);
    expect((await draft(refund, `&financialCategoryId=${salary}`)).actions).toEqual([
      { field: "category", value: salary },
    ]);
    const { payee: _, ...rule } = await draft(refund);
    expect(rule.actions).toEqual([toGroceries, { field: "kind", value: "spending" }]);
    await person.save({ ...rule, appliesFrom: everyDay });
    expect((await person.rows()).find(({ transactionId }) => transactionId === refund)).toMatchObject({
      kind: "spending",
      category: { financialCategoryId: groceries },
    });
    // Its own rule sets the kind now, and still has to.
    expect((await draft(refund, `&financialCategoryId=${String(toDining.value)}`)).actions).toEqual([
      toDining,
      { field: "kind", value: "spending" },
    ]);
    expect((await person.site.get("/api/GetRuleDraft?transactionId=1&financialCategoryId=x")).status).toBe(
      400,
    );
  });
});

describe("payees", () => {
  const rename = (transactionId: number | undefined, name: string, undoId?: string) =>
    person.site.post<{ updated: number; undoId: string }>("/api/RenamePayee", {
      transactionId,
      name,
      undoId,
    });
  const names = async () => (await person.rows()).map(({ payee }) => payee);

  it("are shown clean, with the bank's text beside it", async () => {
    await person.old([
      { name: "POS DEBIT SQ *BLUE FIG #41 AUSTIN TX" },
      { name: "BLUEFIG 1", merchantName: "Blue Fig" },
    ]);
    expect(await person.rows()).toMatchObject([
      { payee: "BLUE FIG", name: "POS DEBIT SQ *BLUE FIG #41 AUSTIN TX" },
      { payee: "Blue Fig", name: "BLUEFIG 1" },
    ]);
  });

  it("are renamed everywhere, joined by one name, and given the bank's again", async () => {
    const [a, b] = await person.old([
      { name: "AMZN MKTP" },
      { name: "AMAZON COM" },
      { name: "AMZN MKTP 12" },
    ]);
    expect((await rename(a, "Amazon")).data.updated).toBe(2);
    expect(await names()).toEqual(["Amazon", "AMAZON COM", "Amazon"]);
    const joined = await rename(b, "Amazon");
    expect(await names()).toEqual(["Amazon", "Amazon", "Amazon"]);
    expect(await person.rules()).toMatchObject([
      {
        conditions: [{ values: [expect.any(String), "AMAZON COM"] }],
        actions: [{ field: "payee", value: "Amazon" }],
      },
    ]);
    await person.fresh([{ name: "AMAZON COM 77" }]);
    expect((await names())[3]).toBe("Amazon");
    await rename(b, "The River");
    expect(await names()).toEqual(["The River", "The River", "The River", "The River"]);
    await rename(a, "");
    expect(await names()).toEqual(["AMZN MKTP", "AMAZON COM", "AMZN MKTP 12", "AMAZON COM 77"]);
    expect(await person.rules()).toEqual([]);
    expect((await person.undo(joined.data.undoId)).status).toBe(404);
  });

  it("are found by the name they're shown with, and rules keep to the bank's", async () => {
    const [a] = await person.old([{ ...coffee }]);
    await rename(a, "Breakfast");
    await person.saved({ appliesFrom: everyDay });
    expect(await person.shown()).toEqual(["Groceries (rule)"]);
    const found = await person.site.get<{ total: number }>(
      `/api/GetBudgetTransactions?budgetId=${person.budgetId}&excluded=false&q=breakf`,
    );
    expect(found.data.total).toBe(1);
  });
});

describe("calls about rules", () => {
  it("are for people with a session, about their own", async () => {
    const { ruleId } = await person.saved({});
    const [transactionId] = await person.old([{}]);
    const undoId = randomUUID();
    await person.save({ name: "b", undoId });
    const stranger = (await person.site.stranger()).cookie;
    const calls: [string, object][] = [
      ["DeleteRule", { ruleId }],
      ["OrderRules", { ruleIds: [ruleId] }],
      ["ApplyRule", { ruleId }],
      ["SaveRule", { ruleId, conditions: [isBakery], actions: [toGroceries] }],
      ["RenamePayee", { transactionId, name: "Mine" }],
      ["Undo", { undoId }],
    ];
    for (const [call, input] of calls) {
      expect([call, (await person.site.post(`/api/${call}`, input, stranger)).status]).toEqual([call, 404]);
      expect([call, (await person.site.post(`/api/${call}`, input, "")).status]).toEqual([call, 401]);
    }
    expect((await person.site.get(`/api/GetRuleDraft?transactionId=${transactionId}`, stranger)).status).toBe(
      404,
    );
    expect((await person.site.get<RuleView[]>("/api/GetRules", stranger)).data).toEqual([]);
    expect((await person.site.get("/api/GetRules", "")).status).toBe(401);
    const strange = await person.save(
      { conditions: [{ field: "account", op: "is", values: [person.site.accountId] }] },
      stranger,
    );
    expect(strange).toMatchObject({ status: 400, errors: { "conditions.0.values": [expect.any(String)] } });
    expect(await person.rules()).toHaveLength(2);
  });

  it.each<[object, Record<string, string[]>]>([
    [{ conditions: [] }, { conditions: ["Add a condition."] }],
    [
      { conditions: [{ field: "mood", op: "is", values: ["good"] }] },
      { "conditions.0.field": ["Choose what to test."] },
    ],
    [
      { conditions: [{ field: "payee", op: "like", values: ["x"] }] },
      { "conditions.0.op": ["Choose how to compare."] },
    ],
    [
      { conditions: [{ field: "amount", op: "like", values: [1] }] },
      { "conditions.0.op": ["Choose how to compare."] },
    ],
    [
      { conditions: [{ field: "payee", op: "is", values: [] }] },
      { "conditions.0.values": ["Enter at least one value."] },
    ],
    [
      { conditions: [{ field: "payee", op: "is", values: [" "] }] },
      { "conditions.0.values.0": ["Enter a text."] },
    ],
    [
      { conditions: [{ field: "amount", op: "between", values: [2, 1] }] },
      { "conditions.0.values": ["Start with the smaller amount."] },
    ],
    [
      { conditions: [{ field: "merchantCode", op: "between", values: [5499, 5411] }] },
      { "conditions.0.values": ["Start with the smaller code."] },
    ],
    [
      { conditions: [{ field: "merchantCode", op: "between", values: [5411, 54110] }] },
      { "conditions.0.values.1": ["Enter a code of four digits."] },
    ],
    [
      { conditions: [{ field: "merchantCode", op: "between", values: [5411] }] },
      { "conditions.0.values": ["Enter two codes."] },
    ],
    [
      { conditions: [{ field: "typeCode", op: "is", values: [" "] }] },
      { "conditions.0.values.0": ["Enter a text."] },
    ],
    [{ actions: [] }, { actions: ["Choose what the rule does."] }],
    [{ actions: [toGroceries, toDining] }, { actions: ["Set each thing only once."] }],
    [
      { actions: [{ field: "category", value: 4711 }] },
      { "actions.0.value": ["This category doesn’t exist. Choose another one."] },
    ],
  ])("refuse %j", async (rule, errors) => {
    expect(await person.save(rule)).toMatchObject({ status: 400, errors });
    expect(await person.rules()).toEqual([]);
  });

  it("take the same statements for any number of rows and rules", async () => {
    const rule = { ruleId: 0, conditions: [isBakery], actions: [toGroceries] };
    const calls = async () => {
      const { ruleId } = await person.saved({ name: "Applied" });
      const counts: number[] = [];
      for (const [call, input] of [
        ["PreviewRule", rule],
        ["ApplyRule", { ruleId }],
        ["OrderRules", { ruleIds: [ruleId] }],
        ["DeleteRule", { ruleId }],
      ] as const)
        counts.push(
          await countStatements(async () => {
            expect((await person.site.post(`/api/${call}`, input)).status).toBe(200);
          }),
        );
      return counts;
    };
    await person.old([{}]);
    await person.saved({ actions: [toDining] });
    const few = await calls();
    await person.old(Array.from({ length: 300 }, () => ({})));
    for (const name of ["b", "c", "d"]) await person.saved({ name, actions: [toDining] });
    const many = await calls();
    expect(many.map((count, index) => count - (few[index] ?? 0))).toEqual([0, 0, 0, 0]);
    expect(Math.max(...many)).toBeLessThan(30);
  });

  it("leave nothing that sorting everything anew would change", async () => {
    await person.old([{ ...coffee }, { amount: 700 }, { name: "Bakery" }, { financialCategoryId: 4 }]);
    const { ruleId } = await person.saved({ appliesFrom: everyDay });
    await person.saved({
      conditions: [{ field: "direction", op: "is", values: ["in"] }],
      actions: [toDining],
      appliesFrom: "2026-11-01",
    });
    await person.site.post("/api/OrderRules", { ruleIds: [ruleId] });
    await person.site.post("/api/DeleteRule", { ruleId });
    const written = await database().unsafeDb.transaction((tx) =>
      sortRows(tx, person.site.userId, "everything"),
    );
    expect(written).toBe(0);
  });
});
