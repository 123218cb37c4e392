import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BudgetView } from "../../contract.ts";

const database = useTestDatabase();
let site: BudgetSite;
let budgetId: number;
const now = () => new Date(Date.UTC(2026, 10, 21, 17));

beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
  budgetId = (await site.saveBudget({})).data.budgetId;
});

type Categories = {
  updated: number;
  undo: { transactionId: number; financialCategoryId: number; isByHand: boolean }[];
};
type Lists = {
  transactions: TransactionView[];
  excludedTransactions: TransactionView[];
  total: number;
  sum: number;
};

const bulk = (rows: unknown, cookie?: string) =>
  site.post<Categories>("/api/BulkUpdateTransactionCategory", rows, cookie);
const lists = async (query = "", id = budgetId) =>
  (await site.get<Lists>(`/api/GetBudgetTransactions?budgetId=${id}${query}`)).data;
const figures = async (id = budgetId) =>
  (await site.get<BudgetView>(`/api/GetBudget?budgetId=${id}&summary=true`)).data;

async function categories(): Promise<Record<number, string | null>> {
  const { transactions: rows } = await lists();
  return Object.fromEntries(rows.map((row) => [row.transactionId, row.category?.name ?? null]));
}

/** Lets a row go, as if the bank had removed it and the person had dismissed it. */
async function dismiss(transactionId: number): Promise<void> {
  const { unsafeDb } = database();
  const gone = { removedByBankAt: now(), dismissedAt: now() };
  await unsafeDb.update(transactions).set(gone).where(eq(transactions.transactionId, transactionId));
}

/** Two rows of the budget and one after it. */
function threeRows(): Promise<number[]> {
  return site.rows([
    { amount: -1000 },
    { amount: -2000, date: "2026-11-30" },
    { amount: -3000, date: "2026-12-01" },
  ]);
}

describe("categories of many rows", () => {
  it("are set and cleared, and return what undoes it", async () => {
    const [one = 0, two = 0] = await threeRows();
    const [groceries, pets] = [await site.categoryNamed("Groceries"), await site.categoryNamed("Pets")];
    const assignment = (transactionId: number, financialCategoryId: number) => ({
      transactionId,
      financialCategoryId,
      budgetId,
    });
    expect(await bulk([assignment(one, groceries), assignment(two, groceries)])).toMatchObject({
      status: 200,
      data: {
        updated: 2,
        undo: [
          { transactionId: one, financialCategoryId: -1, isByHand: false },
          { transactionId: two, financialCategoryId: -1, isByHand: false },
        ],
      },
    });
    expect(await categories()).toEqual({ [one]: "Groceries", [two]: "Groceries" });
    const { data: second } = await bulk([assignment(one, pets), assignment(two, groceries)]);
    expect(second).toEqual({
      updated: 2,
      undo: [{ transactionId: one, financialCategoryId: groceries, isByHand: true }],
    });
    await bulk([{ transactionId: one, financialCategoryId: groceries, budgetId }]);
    expect(await categories()).toEqual({ [one]: "Groceries", [two]: "Groceries" });
    await bulk([assignment(one, -1)]);
    expect(await categories()).toEqual({ [one]: null, [two]: "Groceries" });
    expect(await bulk([])).toMatchObject({ status: 200, data: { updated: 0, undo: [] } });
  });

  it("keep later changes on undo", async () => {
    const [one = 0, two = 0] = await threeRows();
    const [groceries, pets] = [await site.categoryNamed("Groceries"), await site.categoryNamed("Pets")];
    const ids = [one, two];
    const { data } = await bulk(
      ids.map((transactionId) => ({ transactionId, financialCategoryId: groceries, budgetId })),
    );
    await bulk([{ transactionId: two, financialCategoryId: pets, budgetId }]);
    const undo = data.undo.map((former) => Object.assign(former, { budgetId, basedOn: groceries }));
    expect((await bulk(undo)).data).toEqual({
      updated: 1,
      undo: [{ transactionId: one, financialCategoryId: groceries, isByHand: true }],
    });
    expect(await categories()).toEqual({ [one]: null, [two]: "Pets" });
    // A second undo changes nothing.
    expect((await bulk(undo)).data).toEqual({ updated: 0, undo: [] });
  });

  it("are taken back where that is possible, if a row or a former category is gone", async () => {
    const ids = await site.rows([1, 2, 3].map((day) => ({ amount: -1000, date: `2026-11-0${day}` })));
    const [one = 0, two = 0, three = 0] = ids;
    const groceries = await site.categoryNamed("Groceries");
    const { data: boat } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Boat",
    });
    await bulk([{ transactionId: two, ...boat, budgetId }]);
    const { data } = await bulk(
      ids.map((transactionId) => ({ transactionId, financialCategoryId: groceries, budgetId })),
    );
    await site.post("/api/DeleteFinancialCategory", boat);
    await dismiss(three);
    const undo = data.undo.map((former) => Object.assign(former, { budgetId, basedOn: groceries }));
    expect((await bulk(undo)).data.updated).toBe(1);
    expect(await categories()).toEqual({ [one]: null, [two]: "Groceries" });
  });

  it("are set for at most 5,000 rows at a time", async () => {
    const most = byDay(500, 5_000);
    const ids = await site.rows(Array.from({ length: most }, () => ({ amount: -100 })));
    const rows = ids.map((transactionId) => ({ transactionId, financialCategoryId: 3, budgetId }));
    expect(await bulk(Array.from({ length: 5_001 }, () => rows[0]))).toMatchObject({
      status: 400,
      errors: { body: ["Send at most 5,000 rows at a time."] },
    });
    expect((await figures()).categorizedCount).toBe(0);
    expect(await bulk(rows)).toMatchObject({ status: 200, data: { updated: most } });
    expect((await figures()).categorizedCount).toBe(most);
  }, 120_000);

  it("are all set or none", async () => {
    const [one = 0, two = 0, outside = 0] = await threeRows();
    const other = await site.stranger();
    const { data: boat } = await site.post<{ financialCategoryId: number }>(
      "/api/SaveFinancialCategory",
      { financialCategoryId: 0, name: "Boat" },
      other.cookie,
    );
    const { data: theirs } = await site.saveBudget({ budgetAccessItems: [other.itemId] }, other.cookie);
    const good = { transactionId: one, financialCategoryId: 3, budgetId };
    const bad = { transactionId: two, financialCategoryId: 3, budgetId };
    expect(await bulk([good, { ...bad, financialCategoryId: boat.financialCategoryId }])).toMatchObject({
      status: 400,
      errors: { "1.financialCategoryId": ["This category doesn’t exist. Choose another one."] },
    });
    for (const wrong of [
      { ...bad, transactionId: outside },
      { ...bad, transactionId: 4711 },
      { ...bad, budgetId: 4711 },
      { ...bad, budgetId: theirs.budgetId },
    ]) {
      expect((await bulk([good, wrong])).status).toBe(404);
    }
    expect((await bulk([good], other.cookie)).status).toBe(404);
    expect((await bulk([{ ...good, budgetId: theirs.budgetId }], other.cookie)).status).toBe(404);
    expect(await categories()).toEqual({ [one]: null, [two]: null });
  });

  it.each([
    [{}, { body: ["Send a list of transactions."] }],
    [
      [{}],
      {
        "0.transactionId": ["Enter an ID."],
        "0.financialCategoryId": ["Choose a category."],
        "0.budgetId": ["Enter an ID."],
      },
    ],
    [[7], { "0": ["Include a transaction, a category, and a budget."] }],
    [
      [{ transactionId: 1, financialCategoryId: 0, budgetId: 1 }],
      { "0.financialCategoryId": ["Choose a category."] },
    ],
    [
      [
        { transactionId: 1, financialCategoryId: 3, budgetId: 1 },
        { transactionId: 1, financialCategoryId: 4, budgetId: 1 },
      ],
      { body: ["Use only one category per transaction."] },
    ],
  ])("are refused with a message for %j", async (rows, errors) => {
    expect(await bulk(rows)).toMatchObject({ status: 400, errors });
  });

  it("end up as one of two tabs chose, never mixed", async () => {
    const ids = await site.rows(Array.from({ length: 60 }, () => ({ amount: -100 })));
    const assignments = (financialCategoryId: number) =>
      ids.map((transactionId) => ({ transactionId, financialCategoryId, budgetId }));
    const answers = await Promise.all([
      bulk(assignments(3)),
      bulk(assignments(4).toReversed()),
      bulk(assignments(3).toReversed()),
      bulk(assignments(4)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(Object.values(await categories())).size).toBe(1);
  });
});

describe("the category of all matching rows", () => {
  const matching = (filter: object, financialCategoryId: number, cookie?: string) =>
    site.post<Categories>("/api/CategorizeMatching", { budgetId, filter, financialCategoryId }, cookie);

  it("applies to the rows listed for the filter, on all pages", async () => {
    const [bakery = 0, exempt = 0, , ship = 0, later = 0] = await site.rows([
      { name: "Corner Bakery" },
      { name: "Corner Bakery" },
      { name: "Corner Bakery", date: "2026-12-01" },
      { name: "Ferry", financialCategoryId: 5 },
      { name: "Corner Bakery", date: "2026-11-20" },
    ]);
    await site.post("/api/SetExcludedTransaction", { budgetId, transactionId: exempt });
    const { data } = await matching({ q: "bakery" }, 3);
    expect(data).toEqual({
      updated: 2,
      undo: [
        { transactionId: bakery, financialCategoryId: -1, isByHand: false },
        { transactionId: later, financialCategoryId: -1, isByHand: false },
      ],
    });
    expect(await categories()).toEqual({
      [bakery]: "Groceries",
      [later]: "Groceries",
      [ship]: "Transportation",
    });
    expect((await matching({ financialCategoryId: 3, from: "2026-11-10" }, -1)).data).toEqual({
      updated: 1,
      undo: [{ transactionId: later, financialCategoryId: 3, isByHand: true }],
    });
    expect((await matching({ excluded: true }, 3)).data.undo).toEqual([
      { transactionId: exempt, financialCategoryId: -1, isByHand: false },
    ]);
    expect((await matching({}, 3)).data).toMatchObject({ updated: 3 });
  });

  it("is refused for another person's budget or category", async () => {
    const [one = 0, two = 0] = await threeRows();
    const other = await site.stranger();
    expect((await matching({}, 3, other.cookie)).status).toBe(404);
    expect(await matching({}, 4711)).toMatchObject({
      status: 400,
      errors: { financialCategoryId: ["This category doesn’t exist. Choose another one."] },
    });
    expect((await matching({ unknown: 1 }, 3)).status).toBe(400);
    expect(await categories()).toEqual({ [one]: null, [two]: null });
  });
});
