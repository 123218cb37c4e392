import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BudgetView, FinancialCategory } from "../../contract.ts";
import { categoryRemovals } from "#server/tables/budget-tables.ts";

const database = useTestDatabase();
let site: BudgetSite;
let clockMs: number;
const now = () => new Date(clockMs);
const hourMs = 3_600_000;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 17);
  site = await createBudgetSite(database(), { now });
});

type Usage = FinancialCategory & { transactionCount: number; budgetCount: number };
type Moved = { transactionCount: number; budgetCount: number; undoId: string };

const save = (name: string, financialCategoryId = 0, cookie?: string) =>
  site.post<FinancialCategory>("/api/SaveFinancialCategory", { financialCategoryId, name }, cookie);
const merge = (from: number, into: number, cookie?: string) =>
  site.post<Moved>("/api/MergeFinancialCategories", { from, into }, cookie);
const remove = (financialCategoryId: number, reassignTo: number | null, cookie?: string) =>
  site.post<Moved>("/api/DeleteFinancialCategory", { financialCategoryId, reassignTo }, cookie);
const undo = (undoId: string, cookie?: string) =>
  site.post<FinancialCategory>("/api/UndoCategoryRemoval", { undoId }, cookie);

async function list(cookie?: string): Promise<FinancialCategory[]> {
  return (await site.get<FinancialCategory[]>("/api/FinancialCategories", cookie)).data;
}

async function own(name: string): Promise<number> {
  return (await save(name)).data.financialCategoryId;
}

async function usage(): Promise<Record<string, [transactions: number, budgets: number]>> {
  const { data } = await site.get<Usage[]>("/api/GetFinancialCategoryUsage");
  const used = data.filter((one) => one.transactionCount + one.budgetCount > 0);
  return Object.fromEntries(used.map((one) => [one.name, [one.transactionCount, one.budgetCount]]));
}

/** Estimates of a budget by category name. */
async function estimates(budgetId: number): Promise<Record<string, number>> {
  const { data } = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`);
  return Object.fromEntries(
    data.budgetCategories.map(({ financialCategoryName, estimate }) => [financialCategoryName, estimate]),
  );
}

describe("categories", () => {
  it("are the built-in ones and the person's own, by name", async () => {
    await own("zoo");
    await own("Aquarium");
    const all = await list();
    expect(all.map(({ name }) => name)).toEqual(
      all.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    expect(all[0]).toMatchObject({ name: "Aquarium", isBuiltIn: false });
    expect(all.at(-1)).toMatchObject({ name: "zoo", isBuiltIn: false });
    expect(all.find(({ name }) => name === "Groceries")).toMatchObject({ isBuiltIn: true });
    const other = await site.stranger();
    expect((await list(other.cookie)).every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
  });

  it("are created and renamed, with tidied names", async () => {
    const { status, data } = await save("  Boat\t");
    expect(status).toBe(200);
    expect(data).toEqual({
      financialCategoryId: data.financialCategoryId,
      name: "Boat",
      kind: "spending",
      isBuiltIn: false,
    });
    expect((await save("boat", data.financialCategoryId)).data).toMatchObject({ name: "boat" });
    expect((await save("Ship", data.financialCategoryId)).data).toMatchObject({ name: "Ship" });
    expect((await list()).filter(({ isBuiltIn }) => !isBuiltIn)).toEqual([
      { financialCategoryId: data.financialCategoryId, name: "Ship", kind: "spending", isBuiltIn: false },
    ]);
  });

  it("have unique names regardless of case, including built-in ones", async () => {
    await save("Boat");
    const ship = await own("Ship");
    for (const answer of [await save("BOAT"), await save(" boat ", ship)]) {
      expect(answer).toMatchObject({
        status: 409,
        errors: { name: ["A category named Boat already exists."] },
      });
    }
    expect((await save("groceries")).errors).toEqual({
      name: ["A category named Groceries already exists."],
    });
    const answers = await Promise.all([save("Zeppelin"), save("zeppelin"), save("ZEPPELIN")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await save("Boat", 0, (await site.stranger()).cookie)).status).toBe(200);
  });

  it.each([
    ["", "Enter a name."],
    ["x".repeat(201), "Use at most 200 characters."],
    ["a\u0000b", "Use only visible characters."],
  ])("refuse the name %j", async (name, message) => {
    expect(await save(name)).toMatchObject({ status: 400, errors: { name: [message] } });
  });

  it("can't be renamed if built in or another person's", async () => {
    const boat = await own("Boat");
    const other = await site.stranger();
    expect((await save("Theirs", boat, other.cookie)).status).toBe(404);
    expect((await save("Theirs", 4711)).status).toBe(404);
    const groceries = await site.categoryNamed("Groceries");
    expect(await save("Food", groceries)).toMatchObject({
      status: 409,
      errors: { name: ["Groceries is a built-in category and can’t be renamed."] },
    });
    expect((await list()).map(({ name }) => name)).toEqual(expect.arrayContaining(["Boat", "Groceries"]));
  });
});

describe("merging categories", () => {
  it("moves transactions and estimates of all budgets, and can be undone", async () => {
    const [boat, ship] = [await own("Boat"), await own("Ship")];
    const both = await site.saveBudget({
      name: "Both",
      categories: [
        { financialCategoryId: boat, estimate: 10.5 },
        { financialCategoryId: ship, estimate: 2 },
      ],
    });
    const one = await site.saveBudget({
      name: "One",
      categories: [{ financialCategoryId: boat, estimate: 7 }],
    });
    await site.rows([
      { financialCategoryId: boat },
      { financialCategoryId: boat, date: "2020-01-01" },
      { financialCategoryId: ship },
      { name: "Ferry" },
    ]);
    const before = await usage();
    const { status, data } = await merge(boat, ship);
    expect({ status, data }).toMatchObject({ status: 200, data: { transactionCount: 2, budgetCount: 2 } });
    expect(await usage()).toEqual({ Ship: [3, 2] });
    expect(await estimates(both.data.budgetId)).toEqual({ Ship: 12.5 });
    expect(await estimates(one.data.budgetId)).toEqual({ Ship: 7 });
    expect((await list()).map(({ name }) => name)).not.toContain("Boat");

    expect(await undo(data.undoId)).toMatchObject({
      status: 200,
      data: { financialCategoryId: boat, name: "Boat", isBuiltIn: false },
    });
    expect(await usage()).toEqual(before);
    expect(await estimates(both.data.budgetId)).toEqual({ Boat: 10.5, Ship: 2 });
    expect(await estimates(one.data.budgetId)).toEqual({ Boat: 7 });
    expect((await undo(data.undoId)).status).toBe(404);
  });

  it("empties but keeps a built-in category", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const food = await own("Food");
    await site.rows([{ financialCategoryId: groceries }]);
    const { data } = await merge(groceries, food);
    expect(await usage()).toEqual({ Food: [1, 0] });
    expect((await list()).map(({ name }) => name)).toContain("Groceries");
    await undo(data.undoId);
    expect(await usage()).toEqual({ Groceries: [1, 0] });
  });

  it("leaves other people's rows alone", async () => {
    const other = await createBudgetSite(database(), { now });
    const groceries = await site.categoryNamed("Groceries");
    await other.rows([{ financialCategoryId: groceries }]);
    const theirs = (await other.saveBudget({ categories: [{ financialCategoryId: groceries, estimate: 3 }] }))
      .data;
    const { data } = await merge(groceries, await own("Food"));
    expect(data).toMatchObject({ transactionCount: 0, budgetCount: 0 });
    expect(await database().unsafeDb.select().from(transactions)).toMatchObject([
      { financialCategoryId: groceries },
    ]);
    const { data: budget } = await other.get<BudgetView>(`/api/GetBudget?budgetId=${theirs.budgetId}`);
    expect(budget.budgetCategories).toMatchObject([{ financialCategoryName: "Groceries", estimate: 3 }]);
  });

  it("refuses unknown categories and a merge with itself, and changes nothing", async () => {
    const boat = await own("Boat");
    const other = await site.stranger();
    const theirs = (await save("Theirs", 0, other.cookie)).data.financialCategoryId;
    await site.rows([{ financialCategoryId: boat }]);
    expect((await merge(boat, theirs, other.cookie)).status).toBe(404);
    expect((await merge(4711, boat)).status).toBe(404);
    expect(await merge(boat, theirs)).toMatchObject({
      status: 400,
      errors: { into: ["This category doesn’t exist. Choose another one."] },
    });
    expect(await merge(boat, boat)).toMatchObject({
      status: 400,
      errors: { into: ["Choose another category."] },
    });
    expect(await usage()).toEqual({ Boat: [1, 0] });
  });

  it("in opposite directions at once keeps everything in one of the two", async () => {
    const [boat, ship] = [await own("Boat"), await own("Ship")];
    await site.rows([{ financialCategoryId: boat }, { financialCategoryId: ship }]);
    const answers = await Promise.all([merge(boat, ship), merge(ship, boat)]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    // The second request finds its source or its target gone.
    expect([
      [200, 404],
      [200, 400],
    ]).toContainEqual(statuses);
    expect(Object.values(await usage())).toEqual([[2, 0]]);
  });
});

describe("deleting a category", () => {
  it("leaves its rows uncategorized, removes its estimates, and can be undone", async () => {
    const boat = await own("Boat");
    const { data: budget } = await site.saveBudget({
      categories: [{ financialCategoryId: boat, estimate: 10 }],
    });
    await site.rows([{ financialCategoryId: boat }]);
    const { status, data } = await remove(boat, null);
    expect({ status, data }).toMatchObject({ status: 200, data: { transactionCount: 1, budgetCount: 1 } });
    expect(await usage()).toEqual({});
    expect(await estimates(budget.budgetId)).toEqual({});
    expect((await undo(data.undoId)).status).toBe(200);
    expect(await usage()).toEqual({ Boat: [1, 1] });
    expect(await estimates(budget.budgetId)).toEqual({ Boat: 10 });
  });

  it("can move everything to another category", async () => {
    const [boat, pets] = [await own("Boat"), await site.categoryNamed("Pets")];
    await site.rows([{ financialCategoryId: boat }]);
    await remove(boat, pets);
    expect(await usage()).toEqual({ Pets: [1, 0] });
  });

  it("refuses built-in ones with a way out, others' with 404, and unknown targets on their field", async () => {
    const boat = await own("Boat");
    const other = await site.stranger();
    expect(await remove(await site.categoryNamed("Pets"), null)).toMatchObject({
      status: 409,
      errors: {
        financialCategoryId: [
          "Pets is a built-in category and can’t be deleted. Merge it into another category to empty it.",
        ],
      },
    });
    expect((await remove(boat, null, other.cookie)).status).toBe(404);
    expect(await remove(boat, 4711)).toMatchObject({
      status: 400,
      errors: { reassignTo: ["This category doesn’t exist. Choose another one."] },
    });
    expect((await remove(boat, boat)).status).toBe(400);
    expect((await list()).map(({ name }) => name)).toContain("Boat");
  });

  it("keeps later changes when undone", async () => {
    const [boat, ship] = [await own("Boat"), await own("Ship")];
    const { data: budget } = await site.saveBudget({
      categories: [
        { financialCategoryId: boat, estimate: 10 },
        { financialCategoryId: ship, estimate: 1 },
      ],
    });
    const [one = 0] = await site.rows([{ financialCategoryId: boat }, { financialCategoryId: boat }]);
    const { data } = await remove(boat, ship);
    const pets = await site.categoryNamed("Pets");
    await site.post("/api/BulkUpdateTransactionCategory", [
      { transactionId: one, financialCategoryId: pets, budgetId: budget.budgetId },
    ]);
    await site.post("/api/UpdateBudgetCategoryEstimate", {
      budgetId: budget.budgetId,
      financialCategoryName: "Ship",
      estimate: 99,
    });
    await undo(data.undoId);
    expect(await usage()).toEqual({ Boat: [1, 1], Pets: [1, 0], Ship: [0, 1] });
    expect(await estimates(budget.budgetId)).toEqual({ Boat: 10, Ship: 99 });
  });

  it("can't be undone by others, after a day, or under a taken name", async () => {
    const first = (await remove(await own("Boat"), null)).data.undoId;
    await save("BOAT");
    expect(await undo(first)).toMatchObject({
      status: 409,
      errors: { name: ["A category named BOAT already exists."] },
    });
    const second = (await remove(await own("Ship"), null)).data.undoId;
    expect((await undo(second, (await site.stranger()).cookie)).status).toBe(404);
    clockMs += 24 * hourMs;
    const late = await createTestUser(database(), { now });
    await database().unsafeDb.update(categoryRemovals).set({ userId: late.userId });
    expect((await undo(second, late.cookie)).status).toBe(404);
    expect(await site.post("/api/UndoCategoryRemoval", { undoId: "x" }, late.cookie)).toMatchObject({
      status: 400,
      errors: { undoId: ["Enter the ID of the undo."] },
    });
  });
});

describe("renaming a category that another tab has renamed since", () => {
  const rename = (financialCategoryId: number, input: object, cookie?: string) =>
    site.post<FinancialCategory>("/api/SaveFinancialCategory", { financialCategoryId, ...input }, cookie);

  it("is refused, shows both names, and keeps the chosen one", async () => {
    const id = await own("Boat");
    await save("Ship", id);
    const mine = { name: "Dinghy", basedOn: { name: "Boat" } };
    expect(await rename(id, mine)).toMatchObject({
      status: 409,
      errors: { name: ["Name was changed to “Ship” in the meantime."] },
      data: {
        conflicts: [{ field: "name", label: "Name", mine: "“Dinghy”", theirs: "“Ship”" }],
        current: { financialCategoryId: id, name: "Ship" },
      },
    });
    const shown = { field: "name", theirs: "“Ship”" };
    expect((await rename(id, { ...mine, decided: [{ ...shown, keep: "theirs" }] })).data.name).toBe("Ship");
    expect((await rename(id, { ...mine, decided: [{ ...shown, keep: "mine" }] })).data.name).toBe("Dinghy");
  });

  it("is undone only if the name is still the one it set", async () => {
    const id = await own("Boat");
    expect((await rename(id, { name: "Ship", basedOn: { name: "Boat" } })).data.name).toBe("Ship");
    expect((await rename(id, { name: "Boat", basedOn: { name: "Ship" } })).data.name).toBe("Boat");
  });

  it("refuses a deleted category and another person's", async () => {
    const id = await own("Boat");
    const mine = { name: "Dinghy", basedOn: { name: "Boat" } };
    expect((await rename(id, mine, (await site.stranger()).cookie)).status).toBe(404);
    await remove(id, null);
    expect((await rename(id, mine)).status).toBe(404);
    expect((await list()).map(({ name }) => name)).not.toContain("Dinghy");
  });
});
