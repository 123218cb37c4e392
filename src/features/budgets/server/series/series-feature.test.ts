import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { budgetSeries, budgets } from "#server/tables/budget-tables.ts";
import { addDays, firstDayOf, lastDayOf } from "#shared/time/plain-dates.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BudgetListRow, BudgetView } from "../../contract.ts";
import { makeAllPeriods } from "./period-maker.ts";

const database = useTestDatabase();
let site: BudgetSite;
let today: Date;
let groceries: number;
let travel: number;

beforeEach(async () => {
  today = new Date(Date.UTC(2026, 10, 20, 17));
  site = await createBudgetSite(database(), { now: () => today });
  groceries = await site.categoryNamed("Groceries");
  travel = await site.categoryNamed("Travel");
});

type Saved = { seriesId: number; budgetId: number };

/** Saves a monthly series of November 2026, $400 for groceries carrying everything, with the given changes. */
function saveSeries(over: object = {}, cookie?: string) {
  return site.post<Saved>(
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

const list = async () => (await site.get<BudgetListRow[]>("/api/GetBudgets")).data;
const names = async () => (await list()).map(({ budgetName }) => budgetName);
const view = async (budgetId: number) =>
  (await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`)).data;
const inCategory = async (budgetId: number, id = groceries) =>
  (await view(budgetId)).budgetCategoryData.find((row) => row.financialCategoryId === id);
const idOf = async (name: string) => (await list()).find((one) => one.budgetName === name)?.budgetId ?? 0;

/** Moves the clock, and lets the person stay signed in. */
async function moveTo(date: string): Promise<void> {
  today = new Date(`${date}T17:00:00Z`);
  const [seen, expires] = [today.toISOString(), `${addDays(date, 30)}T00:00:00Z`];
  await database().unsafeDb.execute(
    sql`update sessions set last_seen_at = ${seen}, expires_at = ${expires}, verified_at = ${seen}`,
  );
}

function spend(date: string, dollars: number) {
  return site.rows([
    { date, amount: -100 * dollars, financialCategoryId: groceries, categorySource: "person" },
  ]);
}

describe("making periods", () => {
  it("happens a week ahead, on reading, without gaps, and never twice", async () => {
    const { data } = await saveSeries();
    expect(await names()).toEqual(["November 2026"]);
    await moveTo("2026-11-24");
    expect(await names()).toEqual(["December 2026", "November 2026"]);
    await moveTo("2027-02-26");
    await Promise.all(Array.from({ length: 4 }, list));
    const made = await list();
    expect(made.map((one) => [one.startDate, one.endDate])).toEqual(
      ["2027-03", "2027-02", "2027-01", "2026-12", "2026-11"].map((month) => [
        firstDayOf(month),
        lastDayOf(month),
      ]),
    );
    expect(new Set(made.map((one) => one.seriesId))).toEqual(new Set([data.seriesId]));
    expect((await view(made[1]?.budgetId ?? 0)).series).toMatchObject({
      seriesId: data.seriesId,
      rhythm: { every: 1, unit: "month" },
      previous: { budgetName: "January 2027" },
      next: { budgetName: "March 2027" },
    });
  });

  it("happens in the daily job, too, and for the budget of today", async () => {
    await saveSeries();
    await moveTo("2027-01-05");
    const moment = { now: today, today: "2027-01-05" };
    expect(await makeAllPeriods(database(), "sandbox", moment)).toEqual([site.userId]);
    expect(await makeAllPeriods(database(), "sandbox", moment)).toEqual([]);
    expect(await database().unsafeDb.$count(budgets)).toBe(4);
    await moveTo("2027-03-05");
    const { data } = await site.get<{ budgetId: number }>("/api/GetBudgetForToday");
    expect((await view(data.budgetId)).budgetName).toBe("March 2027");
  });

  it("starts with a budget that doesn't repeat yet, as it is, and ends with the series", async () => {
    const { budgetId } = (
      await site.saveBudget({
        startDate: "2026-11-05",
        endDate: "2026-11-14",
        categories: [{ financialCategoryId: travel, estimate: 50 }],
      })
    ).data;
    const saved = await saveSeries({ budgetId, rhythm: { every: 2, unit: "week" }, ends: "2026-12-01" });
    expect(saved.data.budgetId).toBe(budgetId);
    await moveTo("2027-01-01");
    expect((await list()).map((one) => [one.startDate, one.endDate])).toEqual([
      ["2026-11-29", "2026-12-12"],
      ["2026-11-15", "2026-11-28"],
      ["2026-11-05", "2026-11-14"],
    ]);
    // A second tab that does the same changes the series that the first one made.
    expect((await saveSeries({ budgetId })).data).toEqual(saved.data);
  });

  it("is refused with a message at the end of the calendar", async () => {
    expect(await saveSeries({ anchor: "9999-12-01" })).toMatchObject({
      status: 400,
      errors: { anchor: ["There’s no later period to repeat in."] },
    });
  });

  it("makes one series of a request sent twice at once", async () => {
    const requestId = crypto.randomUUID();
    const made = await Promise.all([saveSeries({ requestId }), saveSeries({ requestId })]);
    expect(new Set(made.map(({ data }) => data.seriesId)).size).toBe(1);
    expect(await database().unsafeDb.$count(budgetSeries)).toBe(1);
  });
});

describe("carrying over", () => {
  it("shows what is available, and takes it as the base of percentages", async () => {
    const { budgetId } = (await saveSeries()).data;
    await spend("2026-11-10", 365);
    await moveTo("2026-12-05");
    await spend("2026-12-02", 87);
    const december = await idOf("December 2026");
    expect(await inCategory(december)).toMatchObject({
      estimate: 400,
      carried: 35,
      available: 435,
      sum: 87,
      totalPercent: 20,
      carry: "both",
      goal: null,
    });
    const totals = { estimateTotal: 400, availableTotal: 435, totalPercent: 20, plannedPercent: 20 };
    expect(await view(december)).toMatchObject(totals);
    expect((await list())[0]).toMatchObject({ budgetId: december, ...totals });
    expect((await list())[1]).toMatchObject({ budgetId, estimateTotal: 400, availableTotal: 400 });
  });

  it("follows late rows, exemptions, and fresh starts, and passes over a deleted period", async () => {
    const { budgetId: november } = (await saveSeries()).data;
    const [row = 0] = await spend("2026-11-10", 100);
    await moveTo("2027-02-10");
    const [december, january] = [await idOf("December 2026"), await idOf("January 2027")];
    const carried = async () =>
      Promise.all([december, january].map(async (id) => (await inCategory(id))?.carried));
    expect(await carried()).toEqual([300, 700]);
    await site.post("/api/SetExcludedTransaction", { transactionId: row, budgetId: november });
    expect(await carried()).toEqual([400, 800]);
    await site.post("/api/RestoreExcludedTransaction", { transactionId: row, budgetId: november });
    await spend("2026-12-31", 50);
    expect(await carried()).toEqual([300, 650]);
    const fresh = { budgetId: december, financialCategoryId: groceries };
    await site.post("/api/SetFreshStart", { ...fresh, startsFresh: true });
    expect(await carried()).toEqual([0, 350]);
    await site.post("/api/SetFreshStart", { ...fresh, startsFresh: false });
    await site.post("/api/DeleteBudget", { budgetId: december });
    expect((await inCategory(january))?.carried).toBe(300);
    expect(await names()).not.toContain("December 2026");
    await site.post("/api/RestoreBudget", { budgetId: december });
    expect(await carried()).toEqual([300, 650]);
  });

  it("goes along if the category is merged, and comes back with the undo", async () => {
    const own = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Bakery",
    });
    const id = own.data.financialCategoryId;
    await saveSeries({ categories: [{ financialCategoryId: id, estimate: 40, carry: "both", cap: 30 }] });
    await moveTo("2026-12-10");
    const december = await idOf("December 2026");
    const merged = await site.post<{ undoId: string }>("/api/MergeFinancialCategories", {
      from: id,
      into: travel,
    });
    expect(merged.status).toBe(200);
    expect(await inCategory(december, travel)).toMatchObject({ estimate: 40, carried: 30, cap: 30 });
    await site.post("/api/UndoCategoryRemoval", { undoId: merged.data.undoId });
    expect(await inCategory(december, id)).toMatchObject({ estimate: 40, carried: 30 });
    await moveTo("2027-01-10");
    expect(await inCategory(await idOf("January 2027"), id)).toMatchObject({ estimate: 40, carried: 30 });
  });

  it("sets the estimate of a goal, until the person sets it by hand", async () => {
    const goal = { kind: "saveBy", amount: 1000, by: "2027-01-31" };
    await saveSeries({ categories: [{ financialCategoryId: travel, carry: "both", goal }] });
    await moveTo("2026-12-10");
    const december = await idOf("December 2026");
    expect(await inCategory(december, travel)).toMatchObject({
      estimate: 333.33,
      carried: 333.34,
      goal: { ...goal, accountId: null, behind: 0 },
    });
    expect(await view(december)).toMatchObject({ estimateTotal: 333.33, availableTotal: 666.67 });
    expect((await list())[0]).toMatchObject({ estimateTotal: 333.33, availableTotal: 666.67 });
    await site.post("/api/UpdateBudgetCategoryEstimate", {
      budgetId: december,
      financialCategoryName: "Travel",
      estimate: 5,
    });
    expect(await inCategory(december, travel)).toMatchObject({ estimate: 5, carried: 333.34, goal: null });
  });

  it("keeps the goal of a category that a save doesn't set an estimate for, and ends it for one that does", async () => {
    const goal = { kind: "perPeriod", amount: 50 };
    const { seriesId, budgetId } = (
      await saveSeries({ categories: [{ financialCategoryId: travel, carry: "leftovers", cap: 80, goal }] })
    ).data;
    const save = (estimate?: number, over = {}) =>
      saveSeries({ seriesId, budgetId, categories: [{ financialCategoryId: travel, estimate }], ...over });
    await save(undefined, { isoCurrencyCode: "JPY" });
    expect(await inCategory(budgetId, travel)).toMatchObject({ estimate: 50, cap: 80, goal });
    await save(7, { isoCurrencyCode: "JPY", appliesTo: "later" });
    expect(await inCategory(budgetId, travel)).toMatchObject({ estimate: 7, cap: 80, goal: null });
    await moveTo("2026-12-01");
    expect(await inCategory(await idOf("December 2026"), travel)).toMatchObject({ estimate: 7, goal: null });
  });

  it("compares a balance with its goal", async () => {
    const goal = { kind: "balance", amount: 5000, accountId: site.accountId };
    const { budgetId } = (
      await saveSeries({ categories: [{ financialCategoryId: travel, estimate: 5, carry: "none", goal }] })
    ).data;
    await database().unsafeDb.execute(
      sql`update accounts set current_balance = 480000, type = 'depository' where account_id = ${site.accountId}`,
    );
    expect(await inCategory(budgetId, travel)).toMatchObject({
      estimate: 5,
      goal: { kind: "balance", behind: 200 },
    });
  });
});

describe("editing", () => {
  const change = async (over: object) => {
    const [one] = await list();
    return saveSeries({ seriesId: one?.seriesId, budgetId: one?.budgetId, name: one?.budgetName, ...over });
  };

  it("changes this period, this and later ones, or all that are open", async () => {
    await saveSeries();
    await moveTo("2026-11-25");
    const [november, december] = [await idOf("November 2026"), await idOf("December 2026")];
    const estimates = async () =>
      Promise.all([november, december].map(async (id) => (await inCategory(id))?.estimate));
    const to = (estimate: number) => [{ financialCategoryId: groceries, estimate }];
    await change({ categories: to(410) });
    expect(await estimates()).toEqual([400, 410]);
    await change({ budgetId: november, name: "November 2026", categories: to(420), appliesTo: "later" });
    expect(await estimates()).toEqual([420, 420]);
    await change({ categories: to(430), appliesTo: "open" });
    expect(await estimates()).toEqual([430, 430]);
    await moveTo("2027-01-02");
    expect((await inCategory(await idOf("January 2027")))?.estimate).toBe(430);
  });

  it("keeps what another period has of its own, and names the later ones alike", async () => {
    await saveSeries();
    await moveTo("2026-11-25");
    const november = await idOf("November 2026");
    const both = [{ financialCategoryId: groceries }, { financialCategoryId: travel, estimate: 200 }];
    await change({ categories: both });
    const fewer = [{ financialCategoryId: groceries, estimate: 350 }];
    await change({ budgetId: november, name: "Home, November 2026", categories: fewer, appliesTo: "later" });
    expect(await names()).toEqual(["Home, December 2026", "Home, November 2026"]);
    const december = await idOf("Home, December 2026");
    expect(await inCategory(december, travel)).toMatchObject({ estimate: 200, isInBudget: true });
    expect(await inCategory(december)).toMatchObject({ estimate: 350 });
  });

  it("refuses a change of what another tab has changed", async () => {
    const { seriesId, budgetId } = (await saveSeries()).data;
    const basedOn = { categories: [{ financialCategoryId: groceries, estimate: 400 }] };
    const categories = (estimate: number) => [{ financialCategoryId: groceries, estimate }];
    expect((await saveSeries({ seriesId, budgetId, categories: categories(1), basedOn })).status).toBe(200);
    expect((await saveSeries({ seriesId, budgetId, categories: categories(2), basedOn })).status).toBe(409);
    const plan = { budgetId, financialCategoryId: groceries, carry: "leftovers" };
    const read = { carry: "both", cap: null, goal: null };
    expect((await site.post("/api/SaveCategoryPlan", { ...plan, basedOn: read })).status).toBe(200);
    const other = { ...plan, carry: "none", basedOn: read };
    expect((await site.post("/api/SaveCategoryPlan", other)).status).toBe(409);
    const estimate = { ...plan, estimate: 3, basedOn: { ...read, carry: "leftovers", estimate: 400 } };
    const refused = await site.post("/api/SaveCategoryPlan", estimate);
    expect([refused.status, refused.errors]).toEqual([
      409,
      { estimate: ["Estimate was changed to $1.00 in the meantime."] },
    ]);
    const current = { ...estimate, basedOn: { ...estimate.basedOn, estimate: 1 } };
    expect((await site.post("/api/SaveCategoryPlan", current)).status).toBe(200);
  });

  it("sets a category's plan in the periods that it's meant for", async () => {
    await saveSeries({ categories: [{ financialCategoryId: groceries, estimate: 400 }] });
    await moveTo("2026-12-05");
    const [november, december] = [await idOf("November 2026"), await idOf("December 2026")];
    const plan = { budgetId: december, financialCategoryId: groceries, carry: "both", cap: 500 };
    await site.post("/api/SaveCategoryPlan", plan);
    expect(await inCategory(december)).toMatchObject({ carry: "both", cap: 500, carried: 400 });
    expect(await inCategory(november)).toMatchObject({ carry: "none" });
    await site.post("/api/SaveCategoryPlan", { ...plan, estimate: 10, appliesTo: "later" });
    await moveTo("2027-01-05");
    const january = await idOf("January 2027");
    expect(await inCategory(january)).toMatchObject({ estimate: 10, carry: "none", cap: null });
  });

  it("makes the periods that haven't started anew for another rhythm or end", async () => {
    await saveSeries();
    await moveTo("2026-11-25");
    const november = await idOf("November 2026");
    await change({ budgetId: november, name: "November 2026", rhythm: { every: 1, unit: "week" } });
    await moveTo("2026-12-08");
    expect((await list()).map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ["2026-12-13", "2026-12-19"],
      ["2026-12-06", "2026-12-12"],
      ["2026-12-01", "2026-12-05"],
      ["2026-11-01", "2026-11-30"],
    ]);
    const first = (await list()).at(-1);
    await change({
      ...first,
      name: first?.budgetName,
      rhythm: { every: 1, unit: "week" },
      ends: "2026-12-10",
    });
    await moveTo("2027-03-01");
    expect((await list()).map(({ startDate }) => startDate)).toEqual([
      "2026-12-06",
      "2026-12-01",
      "2026-11-01",
    ]);
  });
});

describe("deleting", () => {
  it("a period stays deleted, also after its row is gone", async () => {
    await saveSeries();
    await moveTo("2026-11-25");
    await site.post("/api/DeleteBudget", { budgetId: await idOf("December 2026") });
    await database().unsafeDb.execute(sql`delete from budgets where deleted_at is not null`);
    await moveTo("2026-12-28");
    expect(await names()).toEqual(["January 2027", "November 2026"]);
  });

  it("a series takes its budgets along, and restoring brings them back", async () => {
    const { seriesId } = (await saveSeries()).data;
    const older = { name: "Home 2025", anchor: "2025-12-15", rhythm: { every: 1, unit: "year" } };
    await saveSeries(older);
    await moveTo("2026-11-25");
    await site.post("/api/DeleteBudgetSeries", { seriesId });
    await site.post("/api/DeleteBudgetSeries", { seriesId });
    expect(await names()).toEqual(["Home 2025"]);
    type Entry = { kind: string; id: string; name: string };
    const deleted = (await site.get<Entry[]>("/api/GetRecentlyDeleted")).data;
    expect(deleted).toMatchObject([{ kind: "budget series", id: String(seriesId), name: "November 2026" }]);
    await site.post("/api/RestoreBudgetSeries", { seriesId });
    expect((await names()).toSorted()).toEqual(["December 2026", "Home 2025", "November 2026"]);
  });

  it("a restored budget of a deleted series doesn't repeat anymore", async () => {
    const { seriesId, budgetId } = (await saveSeries()).data;
    await site.post("/api/DeleteBudgetSeries", { seriesId });
    await site.post("/api/RestoreBudget", { budgetId });
    await moveTo("2027-01-01");
    expect(await list()).toMatchObject([{ budgetName: "November 2026", seriesId: null }]);
  });
});
