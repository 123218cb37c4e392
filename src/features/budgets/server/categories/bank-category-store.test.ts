import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BankCategory } from "../../domain/budget-shapes.ts";

const database = useTestDatabase();
let site: BudgetSite;
let budgetId: number;

const coffee = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE" };
const [groceries, dining, salary] = [3, 4, 24];

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date(Date.UTC(2026, 10, 21, 17)) });
  budgetId = (await site.saveBudget({})).data.budgetId;
});

const save = (financialCategoryId: unknown, bankCode = coffee.bankCategoryDetailed, cookie?: string) =>
  site.post<{ financialCategoryId: number | null }>(
    "/api/SaveBankCategory",
    { bankCode, financialCategoryId },
    cookie,
  );
const listed = async () => (await site.get<BankCategory[]>("/api/GetBankCategories")).data;
async function shown() {
  const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&excluded=false&sort=date&direction=asc`;
  const { data } = await site.get<{ transactions: TransactionView[] }>(path);
  return data.transactions.map(
    ({ category, categorySource }) => `${category?.name ?? "None"} (${categorySource})`,
  );
}

describe("bank categories", () => {
  it("stand for ours by themselves, and say so", async () => {
    await site.rows([{ ...coffee, date: "2026-11-01" }, { date: "2026-11-02" }]);
    expect(await listed()).toEqual([
      {
        bankCode: "FOOD_AND_DRINK_COFFEE",
        name: "food and drink: coffee",
        kind: "spending",
        financialCategoryId: dining,
        defaultCategoryId: dining,
        transactionCount: 1,
      },
    ]);
    expect(await shown()).toEqual(["Dining Out (bank)", "None (none)"]);
    const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&financialCategoryId=${dining}`;
    const { data } = await site.get<{ transactions: TransactionView[] }>(path);
    expect(data.transactions.map(({ why }) => why)).toEqual(["Your bank says food and drink: coffee."]);
  });

  it("stand for what the person says, and for ours again, but never over a choice for one row", async () => {
    const [first] = await site.rows([
      { ...coffee, date: "2026-11-01" },
      { ...coffee, date: "2026-11-02" },
    ]);
    const choice = { transactionId: first, budgetId, financialCategoryId: -1 };
    await site.post("/api/BulkUpdateTransactionCategory", [choice]);
    expect((await save(groceries)).data).toEqual({ financialCategoryId: null });
    expect(await shown()).toEqual(["None (person)", "Groceries (bank)"]);
    expect(await listed()).toMatchObject([{ financialCategoryId: groceries, defaultCategoryId: dining }]);
    expect((await save(-1)).data).toEqual({ financialCategoryId: groceries });
    expect(await shown()).toEqual(["None (person)", "None (none)"]);
    expect((await save(null)).data).toEqual({ financialCategoryId: -1 });
    expect(await shown()).toEqual(["None (person)", "Dining Out (bank)"]);
  });

  it("say what their transactions are, if that's clear", async () => {
    await site.rows([
      { bankCategory: "INCOME", bankCategoryDetailed: "INCOME_WAGES", amount: 5 },
      { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_SAVINGS" },
      { bankCategory: "TRANSFER_IN", bankCategoryDetailed: "TRANSFER_IN_DEPOSIT" },
      { bankCategory: "FOOD_AND_DRINK" },
    ]);
    expect(
      (await listed()).map(({ name, kind, defaultCategoryId }) => [name, kind, defaultCategoryId]),
    ).toEqual([
      ["food and drink", "spending", -1],
      ["income: wages", "income", salary],
      ["transfer in: deposit", null, -1],
      ["transfer out: savings", "transfer", -1],
    ]);
  });

  it("belong to one person and map only to their categories", async () => {
    await site.rows([{ ...coffee }]);
    const stranger = await site.stranger();
    expect((await save(groceries, undefined, stranger.cookie)).status).toBe(200);
    expect(await shown()).toEqual(["Dining Out (bank)"]);
    expect((await save(groceries, undefined, "")).status).toBe(401);
    expect(await save(4711)).toMatchObject({
      status: 400,
      errors: { financialCategoryId: [expect.any(String)] },
    });
    expect(await save(groceries, "no code")).toMatchObject({
      status: 400,
      errors: { bankCode: expect.anything() },
    });
    expect(await shown()).toEqual(["Dining Out (bank)"]);
  });

  it("follow a category into the one that it is merged with, and back", async () => {
    await site.rows([{ ...coffee, date: "2026-11-01" }]);
    const { data } = await site.post<{ undoId: string }>("/api/MergeFinancialCategories", {
      from: dining,
      into: groceries,
    });
    await site.rows([{ ...coffee, date: "2026-11-02" }]);
    expect(await shown()).toEqual(["Groceries (bank)", "Groceries (bank)"]);
    await site.post("/api/UndoCategoryRemoval", { undoId: data.undoId });
    expect(await shown()).toEqual(["Dining Out (bank)", "Dining Out (bank)"]);
  });

  it("yield to a choice made twice for a payee until it's undone", async () => {
    const rows = await site.rows(
      ["01", "02", "03"].map((day) => Object.assign({}, coffee, { date: `2026-11-${day}` })),
    );
    const choose = (at: number) =>
      site.post<{ undo: object[] }>("/api/BulkUpdateTransactionCategory", [
        { transactionId: rows[at], budgetId, financialCategoryId: groceries },
      ]);
    await choose(0);
    expect(await shown()).toEqual(["Groceries (person)", "Dining Out (bank)", "Dining Out (bank)"]);
    const { data } = await choose(1);
    expect(await shown()).toEqual(["Groceries (person)", "Groceries (person)", "Groceries (learnt)"]);
    const [former] = data.undo;
    await site.post("/api/BulkUpdateTransactionCategory", [{ ...former, budgetId, basedOn: groceries }]);
    expect(await shown()).toEqual(["Groceries (person)", "Dining Out (bank)", "Dining Out (bank)"]);
  });
});
