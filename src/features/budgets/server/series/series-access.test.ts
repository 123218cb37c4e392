import { beforeEach, describe, expect, it } from "vitest";
import { budgets } from "#server/tables/budget-tables.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: BudgetSite;
let groceries: number;
let travel: number;

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date("2026-11-20T17:00:00Z") });
  groceries = await site.categoryNamed("Groceries");
  travel = await site.categoryNamed("Travel");
});

function saveSeries(over: object = {}, cookie?: string) {
  return site.post<{ seriesId: number; budgetId: number }>(
    "/api/SaveBudgetSeries",
    {
      seriesId: 0,
      name: "November 2026",
      rhythm: { every: 1, unit: "month" },
      anchor: "2026-11-01",
      budgetAccessItems: [site.itemId],
      categories: [{ financialCategoryId: groceries, estimate: 400, carry: "both" }],
      ...over,
    },
    cookie,
  );
}

describe("another person's series", () => {
  it("can't be told from one that doesn't exist", async () => {
    const { seriesId, budgetId } = (await saveSeries()).data;
    const { cookie, itemId } = await site.stranger();
    const theirs = { budgetAccessItems: [itemId] };
    for (const [call, body] of [
      ["SaveBudgetSeries", { ...theirs, seriesId, budgetId }],
      ["DeleteBudgetSeries", { seriesId }],
      ["RestoreBudgetSeries", { seriesId }],
      ["SetFreshStart", { budgetId, financialCategoryId: groceries, startsFresh: true }],
      ["SaveCategoryPlan", { budgetId, financialCategoryId: groceries, carry: "none" }],
    ] as const) {
      const answer =
        call === "SaveBudgetSeries"
          ? await saveSeries(body, cookie)
          : await site.post(`/api/${call}`, body, cookie);
      expect([call, answer.status]).toEqual([call, 404]);
    }
    expect((await site.post("/api/SetFreshStart", { budgetId: 1 }, "")).status).toBe(401);
  });

  it("is refused with the field if it can't be saved", async () => {
    const bad = await saveSeries({
      rhythm: { every: 0, unit: "month" },
      ends: "2026-10-31",
    });
    expect([bad.status, Object.keys(bad.errors ?? {})]).toEqual([
      400,
      expect.arrayContaining(["rhythm.every"]),
    ]);
    const goal = { kind: "saveBy", amount: 10, by: "2027-01-01" };
    const never = await saveSeries({ categories: [{ financialCategoryId: travel, carry: "none", goal }] });
    expect([never.status, Object.keys(never.errors ?? {})]).toEqual([400, ["categories.0.carry"]]);
    expect(await database().unsafeDb.$count(budgets)).toBe(0);
  });
});
