import { beforeEach, describe, expect, it } from "vitest";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { runRepeated } from "../../../../tests/support/repeated-work.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { budgetCategories, budgets, categoryRemovals } from "#server/tables/budget-tables.ts";

const database = useTestDatabase();
let site: BudgetSite;
let clockMs: number;
const now = () => new Date(clockMs);
const dayMs = 24 * 3_600_000;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 17);
  site = await createBudgetSite(database(), { now });
});

const sweepOnce = () => runRepeated(database(), site.app.jobs, "budgets sweep");

const counts = async () => ({
  budgets: await database().unsafeDb.$count(budgets),
  estimates: await database().unsafeDb.$count(budgetCategories),
  removals: await database().unsafeDb.$count(categoryRemovals),
});

describe("the sweep", () => {
  it("purges what was deleted a day ago, and nothing else", async () => {
    const categories = [{ financialCategoryId: 3, estimate: 5 }];
    const { budgetId } = await createTestBudget(database(), site.userId, { categories });
    await createTestBudget(database(), site.userId, { categories });
    await site.post("/api/DeleteBudget", { budgetId });
    await site.post("/api/MergeFinancialCategories", { from: 5, into: 6 });
    clockMs += dayMs - 1000;
    await sweepOnce();
    expect(await counts()).toEqual({ budgets: 2, estimates: 2, removals: 1 });
    clockMs += 2000;
    await sweepOnce();
    expect(await counts()).toEqual({ budgets: 1, estimates: 1, removals: 0 });
  });
});
