import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { sessions } from "#server/tables/auth-tables.ts";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import type { BudgetListRow, BudgetView, FinancialCategory } from "../contract.ts";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { budgetCategories, budgets } from "#server/tables/budget-tables.ts";

const database = useTestDatabase();
let site: BudgetSite;
let clockMs: number;
const now = () => new Date(clockMs);
const hourMs = 3_600_000;

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 17);
  site = await createBudgetSite(database(), { now });
});

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };

const save = (input: object, cookie?: string) => site.saveBudget(input, cookie);

const read = (budgetId: number, cookie?: string) =>
  site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`, cookie);

const list = async (cookie?: string) => (await site.get<BudgetListRow[]>("/api/GetBudgets", cookie)).data;

/** Signs in again, because the finance area requires it after half a day. */
async function signInAnew(): Promise<string> {
  const { userId, cookie } = await createTestUser(database(), { now });
  await database().unsafeDb.update(sessions).set({ userId: site.userId }).where(eq(sessions.userId, userId));
  return cookie;
}

describe("the list of budgets", () => {
  it("shows progress, newest first, and only the person's own", async () => {
    const groceries = await site.categoryNamed("Groceries");
    await save({ name: "October", startDate: "2026-10-01", endDate: "2026-10-31" });
    await save({ categories: [{ financialCategoryId: groceries, estimate: 50 }] });
    await site.rows([
      { date: "2026-10-31", amount: -100 },
      { date: "2026-11-01", amount: -3820 },
      { date: "2026-11-02", amount: -1200, financialCategoryId: groceries },
      { date: "2026-11-30", amount: 1000 },
      { date: "2026-12-01", amount: -9900 },
    ]);
    const rows = await list();
    expect(rows.map(({ budgetId: _id, ...row }) => row)).toEqual([
      {
        budgetName: "November 2026",
        ...november,
        dateRange: "11/01/2026 – 11/30/2026",
        isDraft: false,
        seriesId: null,
        isoCurrencyCode: "USD",
        transactionsTotal: 40.2,
        estimateTotal: 50,
        availableTotal: 50,
        totalPercent: 80,
        plannedTotal: 12,
        plannedPercent: 24,
        unplannedTotal: 28.2,
      },
      {
        budgetName: "October",
        startDate: "2026-10-01",
        endDate: "2026-10-31",
        dateRange: "10/01/2026 – 10/31/2026",
        isDraft: false,
        seriesId: null,
        isoCurrencyCode: "USD",
        transactionsTotal: 1,
        estimateTotal: 0,
        availableTotal: 0,
        totalPercent: 101,
        plannedTotal: 0,
        plannedPercent: 0,
        unplannedTotal: 1,
      },
    ]);
    expect(await list((await site.stranger()).cookie)).toEqual([]);
  });

  it("is empty at first", async () => {
    expect(await list()).toEqual([]);
  });

  it("never mixes sandbox and live budgets", async () => {
    const { budgetId } = await createTestBudget(database(), site.userId, { mode: "live" });
    expect(await list()).toEqual([]);
    expect((await read(budgetId)).status).toBe(404);
    expect((await site.post("/api/DeleteBudget", { budgetId })).status).toBe(404);
  });
});

describe("the budget for today", () => {
  const forToday = async (cookie?: string) =>
    (await site.get<{ budgetId: number | null }>("/api/GetBudgetForToday", cookie)).data.budgetId;

  it("covers today; of several, it is the one that starts last", async () => {
    expect(await forToday()).toBeNull();
    const { data: year } = await save({ startDate: "2026-01-01", endDate: "2026-12-31" });
    expect(await forToday()).toBe(year.budgetId);
    const { data: month } = await save({});
    await save({ startDate: "2026-11-22", endDate: "2026-11-28" });
    expect(await forToday()).toBe(month.budgetId);
  });

  it("uses the date in the site's time zone", async () => {
    const { data: made } = await save({});
    // Half past midnight of 1 December in UTC is the evening of 30 November in New York.
    clockMs = Date.UTC(2026, 11, 1, 0, 30);
    const cookie = await signInAnew();
    expect(await forToday(cookie)).toBe(made.budgetId);
    clockMs = Date.UTC(2026, 11, 1, 6);
    expect(await forToday(cookie)).toBeNull();
  });
});

describe("a copy", () => {
  const copy = (budgetId: number, more: object = {}, cookie?: string) =>
    site.post<BudgetListRow>("/api/CopyBudget", { budgetId, ...more }, cookie);

  it("covers the next period, with the same categories, estimates, and banks", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const { data: made } = await save({ categories: [{ financialCategoryId: groceries, estimate: 12.34 }] });
    const { status, data } = await copy(made.budgetId);
    expect(status).toBe(200);
    expect(data).toEqual({
      budgetId: data.budgetId,
      budgetName: "December 2026",
      startDate: "2026-12-01",
      endDate: "2026-12-31",
      dateRange: "12/01/2026 – 12/31/2026",
      isDraft: false,
      seriesId: null,
      isoCurrencyCode: "USD",
    });
    expect(data.budgetId).not.toBe(made.budgetId);
    expect((await read(data.budgetId)).data).toMatchObject({
      budgetAccessItems: [{ institutionAccessItemId: site.itemId }],
      budgetCategories: [{ financialCategoryId: groceries, estimate: 12.34 }],
    });
  });

  it("lacks a category that is deleted at the same time", async () => {
    const { unsafeDb } = database();
    const { data: boat } = await site.post<FinancialCategory>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Boat",
    });
    const { data: made } = await save({ categories: [boat] });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { copying } = await unsafeDb.transaction(async (tx) => {
      for (const table of [budgetCategories, financialCategories])
        await tx.delete(table).where(eq(table.financialCategoryId, boat.financialCategoryId));
      const started = copy(made.budgetId);
      await expect.poll(async () => (await unsafeDb.execute(waiting)).rows.length).toBe(1);
      return { copying: started };
    });
    const { status, data } = await copying;
    expect(status).toBe(200);
    expect((await read(data.budgetId)).data.budgetCategories).toEqual([]);
  });

  it("is created once on a double click, and again later", async () => {
    const { data: made } = await save({});
    const answers = await Promise.all([copy(made.budgetId), copy(made.budgetId)]);
    expect(new Set(answers.map(({ data }) => data.budgetId)).size).toBe(1);
    clockMs += 11_000;
    expect((await copy(made.budgetId)).data.budgetId).not.toBe(answers[0]?.data.budgetId);
  });

  it("is created once for the same key, even much later", async () => {
    const { data: made } = await save({});
    const requestId = crypto.randomUUID();
    const first = await copy(made.budgetId, { requestId });
    clockMs += 5 * hourMs;
    expect((await copy(made.budgetId, { requestId })).data.budgetId).toBe(first.data.budgetId);
    expect(await list()).toHaveLength(2);
    const other = await copy(made.budgetId, { requestId: crypto.randomUUID() });
    expect(other.data.budgetId).not.toBe(first.data.budgetId);
  });

  it("is refused with a message at the end of the calendar", async () => {
    const { data: made } = await save({ startDate: "9999-12-01", endDate: "9999-12-31" });
    expect(await copy(made.budgetId)).toMatchObject({
      status: 400,
      errors: { budgetId: ["There’s no later period to copy to."] },
    });
  });

  it("is limited to the person's own budgets", async () => {
    const { data: made } = await save({});
    const other = await site.stranger();
    expect((await copy(made.budgetId, {}, other.cookie)).status).toBe(404);
    expect(await list(other.cookie)).toEqual([]);
  });
});

describe("deleting a budget", () => {
  const remove = (budgetId: number, cookie?: string) => site.post("/api/DeleteBudget", { budgetId }, cookie);
  const restore = (budgetId: number, cookie?: string) =>
    site.post<BudgetListRow>("/api/RestoreBudget", { budgetId }, cookie);

  it("is idempotent and lasts until it is restored", async () => {
    const { data: made } = await save({ categories: [{ financialCategoryId: 3, estimate: 5 }] });
    const before = (await read(made.budgetId)).data;
    expect((await remove(made.budgetId)).status).toBe(200);
    expect((await remove(made.budgetId)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await read(made.budgetId)).status).toBe(404);
    expect((await save({ budgetId: made.budgetId })).status).toBe(404);
    const { status, data } = await restore(made.budgetId);
    expect({ status, name: data.budgetName }).toEqual({ status: 200, name: "November 2026" });
    expect((await read(made.budgetId)).data).toEqual(before);
    expect((await restore(made.budgetId)).status).toBe(200);
  });

  it("can be undone for 24 hours from the first time", async () => {
    const { data: made } = await save({});
    await remove(made.budgetId);
    clockMs += 11 * hourMs;
    await remove(made.budgetId);
    expect(
      await database().unsafeDb.select().from(budgets).where(eq(budgets.budgetId, made.budgetId)),
    ).toMatchObject([{ deletedAt: new Date(clockMs - 11 * hourMs) }]);
    clockMs += 13 * hourMs;
    expect((await restore(made.budgetId, await signInAnew())).status).toBe(404);
  });

  it("is limited to the person's own budgets", async () => {
    const { data: made } = await save({});
    const other = await site.stranger();
    expect((await remove(made.budgetId, other.cookie)).status).toBe(404);
    expect(await list()).toHaveLength(1);
    await remove(made.budgetId);
    expect((await restore(made.budgetId, other.cookie)).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});

describe("an estimate edited inline", () => {
  const setEstimate = (input: object, cookie?: string) =>
    site.post<{ financialCategoryId: number; estimate: number }>(
      "/api/UpdateBudgetCategoryEstimate",
      input,
      cookie,
    );

  it("changes the category's estimate and adds the category to the budget", async () => {
    const { data: made } = await save({});
    const groceries = await site.categoryNamed("Groceries");
    for (const estimate of [400.5, 0, 12]) {
      expect(
        await setEstimate({ budgetId: made.budgetId, financialCategoryName: " groceries ", estimate }),
      ).toMatchObject({ status: 200, data: { financialCategoryId: groceries, estimate } });
      expect((await read(made.budgetId)).data.budgetCategories).toEqual([
        { financialCategoryId: groceries, financialCategoryName: "Groceries", estimate },
      ]);
    }
  });

  it("reports invalid names and amounts on their fields, all at once", async () => {
    const { data: made } = await save({});
    const answer = await setEstimate({
      budgetId: made.budgetId,
      financialCategoryName: "Yachts",
      estimate: 1.005,
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: {
        financialCategoryName: ["This category doesn’t exist. Choose another one."],
        estimate: ["Use at most 2 decimals for USD."],
      },
    });
    expect((await setEstimate({ budgetId: made.budgetId, financialCategoryName: "Pets" })).errors).toEqual({
      estimate: ["Enter an amount."],
    });
  });

  it("is limited to the person's own budgets and categories", async () => {
    const { data: made } = await save({});
    const other = await site.stranger();
    const input = { budgetId: made.budgetId, financialCategoryName: "Pets", estimate: 1 };
    expect((await setEstimate(input, other.cookie)).status).toBe(404);
    await site.post("/api/SaveFinancialCategory", { financialCategoryId: 0, name: "Boat" }, other.cookie);
    expect((await setEstimate({ ...input, financialCategoryName: "Boat" })).status).toBe(400);
    expect((await read(made.budgetId)).data.budgetCategories).toEqual([]);
  });

  it("can be undone together with its category", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const { data: made } = await save({ categories: [{ financialCategoryId: groceries, estimate: 7.5 }] });
    const ids = { budgetId: made.budgetId, financialCategoryId: groceries };
    const undo = { financialCategoryName: "Groceries", estimate: 7.5 };
    expect((await site.post("/api/RemoveBudgetCategory", ids)).data).toEqual({ undo });
    expect((await read(made.budgetId)).data.budgetCategories).toEqual([]);
    expect((await site.post("/api/RemoveBudgetCategory", ids)).data).toEqual({ undo: null });
    await setEstimate({ budgetId: made.budgetId, ...undo });
    // Somebody changed it before an undo takes it out.
    expect(await site.post("/api/RemoveBudgetCategory", { ...ids, basedOn: { estimate: 5 } })).toMatchObject({
      status: 409,
      errors: { estimate: ["Groceries was changed to $7.50 in the meantime."] },
    });
    expect((await read(made.budgetId)).data.budgetCategories).toMatchObject([{ estimate: 7.5 }]);
    const other = await site.stranger();
    expect((await site.post("/api/RemoveBudgetCategory", ids, other.cookie)).status).toBe(404);
    const foreign = { ...ids, financialCategoryId: 4711 };
    expect(await site.post("/api/RemoveBudgetCategory", foreign)).toMatchObject({
      status: 400,
      errors: { financialCategoryId: ["This category doesn’t exist. Choose another one."] },
    });
  });
});
