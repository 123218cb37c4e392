import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { budgetCategories } from "#server/tables/budget-tables.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import type { BudgetListRow, BudgetView, FinancialCategory } from "../../contract.ts";

const database = useTestDatabase();
let site: BudgetSite;
let groceries: number;
let seriesId: number;
/** The series' periods from October to December 2026, with $400 for groceries. */
let october: number;
let november: number;
let december: number;

const repeating = { name: "Home", rhythm: { every: 1, unit: "month" }, anchor: "2026-10-01" };

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date(Date.UTC(2026, 10, 25, 17)) });
  groceries = await site.categoryNamed("Groceries");
  const made = await site.post<{ seriesId: number }>("/api/SaveBudgetSeries", {
    seriesId: 0,
    ...repeating,
    budgetAccessItems: [site.itemId],
    categories: [{ financialCategoryId: groceries, estimate: 400 }],
  });
  seriesId = made.data.seriesId;
  const { data } = await site.get<BudgetListRow[]>("/api/GetBudgets");
  [december = 0, november = 0, october = 0] = data.map(({ budgetId }) => budgetId);
});

/** Saves the estimate of groceries in some periods. */
async function estimate(budgetId: number, amount: number, appliesTo = "this", more: object = {}) {
  const plan = { budgetId, financialCategoryId: groceries, carry: "none", estimate: amount, appliesTo };
  const saved = await site.post<object>("/api/SaveCategoryPlan", { ...plan, ...more });
  expect(saved.status).toBe(200);
  return saved.data;
}

async function read(budgetId: number) {
  const { data } = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`);
  const row = data.budgetCategoryData.find((one) => one.financialCategoryId === groceries);
  return [data.isoCurrencyCode, row?.estimate];
}

describe("a change of later periods", () => {
  it("leaves the currency of a period in another one", async () => {
    const inYen = await site.post("/api/SaveBudgetSeries", {
      seriesId,
      budgetId: november,
      ...repeating,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      isoCurrencyCode: "JPY",
      budgetAccessItems: [site.itemId],
      categories: [{ financialCategoryId: groceries }],
      appliesTo: "later",
    });
    expect(inYen.status).toBe(200);
    await estimate(october, 350, "later");
    expect(await read(october)).toEqual(["USD", 350]);
    expect(await read(november)).toEqual(["JPY", 350]);
    expect(await read(december)).toEqual(["JPY", 350]);
  });

  it("is undone with what these had of their own", async () => {
    await estimate(november, 450);
    await estimate(december, 600, "later");
    const saved = await estimate(october, 350, "later");
    expect(await Promise.all([november, december].map(read))).toEqual([
      ["USD", 350],
      ["USD", 350],
    ]);
    await estimate(october, 400, "later", saved);
    expect(await Promise.all([october, november, december].map(read))).toEqual([
      ["USD", 400],
      ["USD", 450],
      ["USD", 600],
    ]);
    const { rows } = await database().unsafeDb.execute<{ estimate: string }>(
      sql`select estimate::text from budget_categories join budgets using (budget_id) where series_start is null`,
    );
    expect(rows).toEqual([{ estimate: "60000" }]);
  });
});

it("are made anew while a category that one of them lacks is deleted", async () => {
  const { data: boat } = await site.post<FinancialCategory>("/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name: "Boat",
  });
  const { unsafeDb } = database();
  const save = (over: object) =>
    site.post<{ seriesId: number; budgetId: number }>("/api/SaveBudgetSeries", {
      seriesId: 0,
      ...repeating,
      anchor: "2026-11-01",
      budgetAccessItems: [site.itemId],
      categories: [],
      ...over,
    });
  const first = await save({ categories: [boat] });
  const isBoat = eq(financialCategories.financialCategoryId, boat.financialCategoryId);
  const ofBoat = eq(budgetCategories.financialCategoryId, boat.financialCategoryId);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // As a deletion does, from the other end.
  const { saving } = await unsafeDb.transaction(async (tx) => {
    await tx.select().from(financialCategories).where(isBoat).for("update");
    const started = save({ ...first.data, rhythm: { every: 1, unit: "week" }, appliesTo: "this" });
    await expect.poll(async () => (await unsafeDb.execute(waiting)).rows.length).toBe(1);
    await tx.delete(budgetCategories).where(ofBoat);
    await tx.delete(financialCategories).where(isBoat);
    return { saving: started };
  });
  expect(await saving).toEqual(first);
});
