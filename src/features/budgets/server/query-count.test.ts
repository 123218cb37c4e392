import { beforeEach, describe, expect, it } from "vitest";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: BudgetSite;
const now = () => new Date(Date.UTC(2026, 10, 21, 17));

beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
});

/** Number of SQL statements of a request, including session lookup, begin, and commit. */
async function statements(path: string): Promise<number> {
  return countStatements(async () => {
    expect((await site.get(path)).status).toBe(200);
  });
}

describe("statements of a request for budgets that repeat", () => {
  it.each([
    ["GetBudgets", 6],
    ["GetBudget?summary=true", 14],
  ])("%s are at most %i for any number of periods", async (call, most) => {
    const { data } = await site.post<{ budgetId: number }>("/api/SaveBudgetSeries", {
      seriesId: 0,
      name: "March 2020",
      rhythm: {
        every: 1,
        unit: "month",
      },
      anchor: "2020-03-01",
      budgetAccessItems: [site.itemId],
      categories: [1, 2, 3].map((id) => ({
        financialCategoryId: id,
        estimate: 1,
        carry: "both",
      })),
    });
    const path = `/api/${call}${call.includes("?") ? "&" : "?"}budgetId=${data.budgetId}`;
    await statements(path);
    expect(await statements(path)).toBeLessThanOrEqual(most);
  });
});

describe("statements of a request", () => {
  it.each([
    ["GetBudgets", 6],
    ["GetBudgetForToday", 6],
    ["GetBudget?summary=true", 12],
    ["GetBudgetTransactions?excluded=false&page=1&pageSize=5", 8],
    ["GetBudgetTransactions?excluded=true&page=1&pageSize=5", 8],
    ["FinancialCategories", 5],
    ["GetFinancialCategoryUsage", 5],
  ])("%s are at most %i for any amount of data", async (call, most) => {
    const categories = Array.from({ length: 20 }, (_, index) => ({
      financialCategoryId: index + 1,
      estimate: 1,
    }));
    const { budgetId } = (await site.saveBudget({ categories })).data;
    await site.saveBudget({ name: "Another", categories });
    const path = `/api/${call}${call.includes("?") ? "&" : "?"}budgetId=${budgetId}`;
    const empty = await statements(path);
    await site.rows(Array.from({ length: 30 }, (_, index) => ({ financialCategoryId: (index % 20) + 1 })));
    const full = await statements(path);
    expect(full).toBeLessThanOrEqual(most);
    // A full page takes another statement to count the other rows.
    expect(full - empty).toBeLessThanOrEqual(1);
  });
});
