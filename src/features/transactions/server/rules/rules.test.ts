import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Condition, RulePreview, RuleView } from "../../contract.ts";
import {
  coffee,
  createRuleSite,
  everyDay,
  isBakery,
  toDining,
  toGroceries,
  type RuleSite,
} from "../../../../../tests/support/sites/rule-site.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let person: RuleSite;

beforeEach(async () => {
  person = await createRuleSite(database());
});

const salary = 24;

describe("a rule", () => {
  it("sorts what comes from now on, says why, and leaves the past alone", async () => {
    await person.old([{ ...coffee }]);
    const rule = await person.saved({});
    await person.fresh([{ ...coffee }]);
    expect(await person.shown()).toEqual(["Dining Out (bank)", "Groceries (rule)"]);
    const [, second] = await person.rows();
    expect(second).toMatchObject({
      why: "Your rule “Payee is Corner Bakery” says Groceries.",
      rule: { ruleId: rule.ruleId, name: "Payee is Corner Bakery" },
      kindSource: "rule",
    });
    expect(await person.rules()).toMatchObject([
      {
        ruleId: rule.ruleId,
        transactionCount: 1,
        lastUsedAt: expect.any(String),
        appliesFrom: null,
        isOn: true,
      },
    ]);
  });

  it("sorts the past from a day on, and one undo restores exactly what was", async () => {
    await person.old([
      { ...coffee, date: "2026-11-01" },
      { ...coffee, date: "2026-11-05" },
      { ...coffee, date: "2026-11-06", financialCategoryId: salary },
      { ...coffee, date: "2026-11-07", name: "Another" },
    ]);
    const { ruleId } = await person.saved({});
    const before = await person.sortedRows();
    const { data } = await person.site.post<{ updated: number; undoId: string }>("/api/ApplyRule", {
      ruleId,
      from: "2026-11-02",
    });
    expect(data.updated).toBe(1);
    expect(await person.shown()).toEqual([
      "Dining Out (bank)",
      "Groceries (rule)",
      "Salary (person)",
      "Dining Out (bank)",
    ]);
    await person.site.post("/api/ApplyRule", { ruleId });
    expect(await person.shown()).toEqual([
      "Groceries (rule)",
      "Groceries (rule)",
      "Salary (person)",
      "Dining Out (bank)",
    ]);
    expect((await person.undo(data.undoId)).status).toBe(404);
    const undos = (await person.site.get<{ undoId: string; text: string }[]>("/api/GetUndos")).data;
    expect(undos.map(({ text }) => text)).toEqual([
      "Applied the rule “Payee is Corner Bakery” to earlier transactions.",
      "Applied the rule “Payee is Corner Bakery” to earlier transactions.",
      "Added the rule “Payee is Corner Bakery”.",
    ]);
    expect((await person.undo(undos[0]?.undoId ?? "")).status).toBe(200);
    expect((await person.undo(data.undoId)).status).toBe(200);
    expect(await person.sortedRows()).toEqual(before);
    expect((await person.undo(data.undoId)).status).toBe(404);
  });

  it("gives a kind and a name as well, against the bank's word, never against the person's", async () => {
    const wage = { bankCategory: "INCOME", bankCategoryDetailed: "INCOME_WAGES", amount: 90_000 };
    const [chosen] = await person.old([{ ...wage }, { ...wage }]);
    await person.site.post("/api/SetTransactionKinds", [{ transactionId: chosen, kind: "income" }]);
    await person.saved({
      actions: [
        { field: "kind", value: "leftOut" },
        { field: "payee", value: "Bakery" },
      ],
      appliesFrom: everyDay,
      name: "Joint account",
    });
    expect(await person.rows()).toMatchObject([
      { kind: "income", kindSource: "person", payee: "Bakery", name: "Corner Bakery 041" },
      {
        kind: "leftOut",
        kindSource: "rule",
        payee: "Bakery",
        why: "Your rule “Joint account” says to leave it out.",
      },
    ]);
  });

  it("gives a category only to rows of its kind", async () => {
    const wage = { bankCategory: "INCOME", bankCategoryDetailed: "INCOME_WAGES", amount: 90_000 };
    await person.old([wage]);
    await person.saved({ appliesFrom: everyDay });
    expect(await person.shown()).toEqual(["Salary (bank)"]);
    const isSpending = { actions: [{ field: "kind", value: "spending" }], appliesFrom: everyDay };
    const second = await person.saved({ ...isSpending, name: "Refunds" });
    expect((await person.rows())[0]).toMatchObject({ kind: "spending", category: { name: "Groceries" } });
    await person.site.post("/api/DeleteRule", { ruleId: second.ruleId });
    expect(await person.shown()).toEqual(["Salary (bank)"]);
  });

  it("does nothing while it's off", async () => {
    await person.old([{ ...coffee }]);
    const rule = await person.saved({ appliesFrom: everyDay });
    expect(await person.shown()).toEqual(["Groceries (rule)"]);
    await person.save({ ruleId: rule.ruleId, isOn: false });
    expect(await person.shown()).toEqual(["Dining Out (bank)"]);
    await person.save({ ruleId: rule.ruleId, isOn: true });
    expect(await person.shown()).toEqual(["Groceries (rule)"]);
  });

  it("wins over what was learnt, and makes room for it again", async () => {
    const own = await person.site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Bread",
    });
    const { financialCategoryId } = own.data;
    await person.old([1, 2].map(() => Object.assign({ financialCategoryId }, coffee)));
    await person.old([{ ...coffee }]);
    expect((await person.shown())[2]).toBe("Bread (learnt)");
    const rule = await person.saved({ appliesFrom: everyDay });
    expect((await person.shown())[2]).toBe("Groceries (rule)");
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId });
    expect((await person.shown())[2]).toBe("Bread (learnt)");
  });

  it("can leave a payee without a category, whatever was learnt or the bank says", async () => {
    const byHand = { ...coffee, financialCategoryId: 3 };
    await person.old([byHand, byHand]);
    await person.old([{ ...coffee }, { ...coffee, name: "Another" }]);
    const before = await person.sortedRows();
    expect(await person.shown()).toEqual([
      "Groceries (person)",
      "Groceries (person)",
      "Groceries (learnt)",
      "Dining Out (bank)",
    ]);
    const none = { field: "category", value: -1 };
    const undoId = randomUUID();
    const rule = await person.saved({ actions: [none], appliesFrom: everyDay });
    expect(rule.actions).toEqual([none]);
    expect((await person.shown()).slice(1)).toEqual([
      "Groceries (person)",
      "None (rule)",
      "Dining Out (bank)",
    ]);
    expect((await person.rows())[2]?.why).toBe("Your rule “Payee is Corner Bakery” says no category.");
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId, keep: true, undoId });
    expect((await person.shown())[2]).toBe("None (person)");
    await person.undo(undoId);
    expect((await person.shown())[2]).toBe("None (rule)");
    await person.save({ ruleId: rule.ruleId, actions: [toDining] });
    expect((await person.shown())[2]).toBe("Dining Out (rule)");
    await person.site.post("/api/DeleteRule", { ruleId: rule.ruleId });
    expect(await person.sortedRows()).toEqual(before);
    for (const value of [0, -2, 1.5])
      expect(await person.save({ actions: [{ field: "category", value }] })).toMatchObject({
        status: 400,
        errors: { "actions.0.value": [expect.any(String)] },
      });
  });

  it("is made once, however often it's sent under one undo", async () => {
    const undoId = randomUUID();
    await person.save({ undoId });
    expect((await person.save({ undoId })).data).toHaveLength(1);
    expect((await person.undo(undoId)).status).toBe(200);
    expect(await person.rules()).toEqual([]);
  });

  it("keeps a change made elsewhere, and shows one to the same thing", async () => {
    const { ruleId, name, conditions, actions, isOn } = await person.saved({});
    const basedOn = { name, conditions, actions, isOn };
    await person.save({ ruleId, name: "Bread", basedOn });
    const merged = await person.save({ ruleId, actions: [toDining], basedOn });
    expect(merged.data).toMatchObject([{ name: "Bread", actions: [toDining] }]);
    expect(await person.save({ ruleId, name: "Toast", actions: [toDining], basedOn })).toMatchObject({
      status: 409,
      errors: { name: ["Name was changed to “Bread” in the meantime."] },
    });
    const spending = { field: "kind", value: "spending" } as const;
    expect(await person.save({ ruleId, actions: [spending], basedOn })).toMatchObject({
      status: 409,
      data: { conflicts: [{ field: "actions", mine: "kind spending", theirs: "category Dining Out" }] },
    });
  });

  it("follows a category that's merged, and back; without a category it does nothing", async () => {
    await person.old([{}]);
    const own = await person.site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Bread",
    });
    const from = own.data.financialCategoryId;
    await person.saved({ actions: [{ field: "category", value: from }], appliesFrom: everyDay });
    expect(await person.shown()).toEqual(["Bread (rule)"]);
    const merged = await person.site.post<{ undoId: string }>("/api/MergeFinancialCategories", {
      from,
      into: 4,
    });
    expect(await person.shown()).toEqual(["Dining Out (rule)"]);
    await person.site.post("/api/UndoCategoryRemoval", { undoId: merged.data.undoId });
    expect(await person.shown()).toEqual(["Bread (rule)"]);
    await person.site.post("/api/DeleteFinancialCategory", { financialCategoryId: from });
    expect(await person.shown()).toEqual(["None (none)"]);
    expect(await person.rules()).toMatchObject([{ actions: [] }]);
  });

  it("has its changes undone after its category went away, and follows it back", async () => {
    await person.old([{}]);
    const own = await person.site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Bread",
    });
    const financialCategoryId = own.data.financialCategoryId;
    const remove = async (reassignTo: number | null) =>
      (
        await person.site.post<{ undoId: string }>("/api/DeleteFinancialCategory", {
          financialCategoryId,
          reassignTo,
        })
      ).data;
    const [adding, deleting] = [randomUUID(), randomUUID()];
    const actions = [{ field: "category", value: financialCategoryId }];
    const { ruleId } = await person.saved({ actions, appliesFrom: everyDay, undoId: adding });
    await person.site.post("/api/DeleteRule", { ruleId, keep: true, undoId: deleting });
    const merged = await remove(4);
    expect((await person.undo(deleting)).status).toBe(200);
    expect(await person.shown()).toEqual(["Dining Out (rule)"]);
    await person.site.post("/api/UndoCategoryRemoval", merged);
    expect(await person.shown()).toEqual(["Bread (rule)"]);
    await remove(null);
    expect((await person.undo(adding)).status).toBe(200);
    expect(await person.rules()).toEqual([]);
  });
});

describe("several rules", () => {
  const contains: Condition = { field: "payee", op: "contains", values: ["bakery"] };

  it("stand in the order of what they say, and the first that sets something wins", async () => {
    await person.old([{ ...coffee }]);
    const loose = await person.saved({ conditions: [contains], actions: [toDining], appliesFrom: everyDay });
    const exact = await person.saved({ appliesFrom: everyDay });
    expect((await person.rules()).map(({ ruleId }) => ruleId)).toEqual([exact.ruleId, loose.ruleId]);
    expect(await person.shown()).toEqual(["Groceries (rule)"]);
    const undoId = randomUUID();
    const moved = await person.site.post<RuleView[]>("/api/OrderRules", { ruleIds: [loose.ruleId], undoId });
    expect(moved.data.map(({ ruleId }) => ruleId)).toEqual([loose.ruleId, exact.ruleId]);
    expect(await person.shown()).toEqual(["Dining Out (rule)"]);
    expect((await person.undo(undoId)).status).toBe(200);
    expect(await person.shown()).toEqual(["Groceries (rule)"]);
  });

  it("are named where they conflict, with who wins", async () => {
    await person.old([{ ...coffee }, { ...coffee, name: "Bakery Two" }]);
    const loose = await person.saved({ conditions: [contains], actions: [toDining], appliesFrom: everyDay });
    const draft = { ruleId: 0, conditions: [isBakery], actions: [toGroceries] };
    const { data } = await person.site.post<RulePreview>("/api/PreviewRule", draft);
    expect(data.conflicts).toEqual([
      {
        ruleId: loose.ruleId,
        number: 1,
        name: "Payee contains bakery",
        field: "category",
        sets: "Dining Out",
        transactionCount: 1,
        wins: false,
      },
    ]);
  });

  it("are restored where they were when a deletion is undone", async () => {
    const [first, second, third] = [
      await person.saved({}),
      await person.saved({ name: "b" }),
      await person.saved({ name: "c" }),
    ];
    const undoId = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId: second.ruleId, undoId });
    await person.undo(undoId);
    expect((await person.rules()).map(({ ruleId }) => ruleId)).toEqual([
      first.ruleId,
      second.ruleId,
      third.ruleId,
    ]);
    expect((await person.rules())[1]).toEqual(second);
  });

  it("are in their first order again, however they were deleted and restored", async () => {
    for (const name of ["a", "b", "c", "d"]) await person.saved({ name });
    const ruleIds = (await person.rules()).map(({ ruleId }) => ruleId);
    const deletion = fc.shuffledSubarray(ruleIds, { minLength: 2 });
    const story = deletion.chain((deleted) =>
      fc.tuple(fc.constant(deleted), fc.shuffledSubarray(deleted, { minLength: deleted.length })),
    );
    const check = async ([deleted, restored]: [number[], number[]]) => {
      const undoIds = new Map(ruleIds.map((id) => [id, randomUUID()]));
      for (const ruleId of deleted)
        await person.site.post("/api/DeleteRule", { ruleId, undoId: undoIds.get(ruleId) });
      for (const ruleId of restored) await person.undo(undoIds.get(ruleId) ?? "");
      expect((await person.rules()).map(({ ruleId }) => ruleId)).toEqual(ruleIds);
    };
    const [a = 0, b = 0] = ruleIds;
    await fc.assert(fc.asyncProperty(story, check), {
      numRuns: 10,
      examples: [
        [
          [
            [b, a],
            [b, a],
          ],
        ],
      ],
    });
  });

  it("leave what they have set if they're deleted so, until that is undone", async () => {
    await person.old([{ ...coffee }]);
    const { ruleId } = await person.saved({
      actions: [toGroceries, { field: "kind", value: "spending" }],
      appliesFrom: everyDay,
    });
    const before = await person.sortedRows();
    const undoId = randomUUID();
    await person.site.post("/api/DeleteRule", { ruleId, keep: true, undoId });
    expect(await person.rows()).toMatchObject([
      { category: { name: "Groceries" }, categorySource: "person", kindSource: "person", rule: null },
    ]);
    await person.undo(undoId);
    expect(await person.sortedRows()).toEqual(before);
  });
});
