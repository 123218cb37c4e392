import { beforeEach, describe, expect, it } from "vitest";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { BudgetView } from "../contract.ts";

const database = useTestDatabase();
let site: BudgetSite;
let groceries: number;
let budgetId: number;

const now = () => new Date("2026-11-21T17:00:00Z");
const month = { startDate: "2026-11-01", endDate: "2026-11-30", isoCurrencyCode: "USD" };

beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
  groceries = await site.categoryNamed("Groceries");
  const categories = [{ financialCategoryId: groceries, estimate: 100 }];
  budgetId = (await site.saveBudget({ categories })).data.budgetId;
});

/** Values a tab read when it opened the budget. */
const opened = () => ({
  name: "November 2026",
  ...month,
  categories: [{ financialCategoryId: groceries, estimate: 100 }],
  budgetAccessItems: [site.itemId],
});

/** Saves from the first tab; a category without an estimate is one it didn't change. */
const save = (input: object, cookie?: string) =>
  site.saveBudget(
    {
      budgetId,
      ...month,
      categories: [{ financialCategoryId: groceries }],
      basedOn: opened(),
      ...input,
    },
    cookie,
  );

/** Saves from the second tab in the meantime. */
const saveElsewhere = (input: object) =>
  site.saveBudget({ budgetId, categories: opened().categories, ...input });

const estimateElsewhere = (financialCategoryName: string, estimate: number) =>
  site.post("/api/UpdateBudgetCategoryEstimate", { budgetId, financialCategoryName, estimate });

async function read() {
  const { data } = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`);
  const estimates = data.budgetCategories.map((one) => [one.financialCategoryName, one.estimate]);
  return { name: data.budgetName, endDate: data.endDate, estimates: Object.fromEntries(estimates) };
}

describe("saving a budget that another tab has changed since", () => {
  it("keeps the other tab's estimate and added category if only the name changes here", async () => {
    await estimateElsewhere("Groceries", 250);
    await estimateElsewhere("Travel", 80);
    expect((await save({ name: "Fall" })).status).toBe(200);
    expect(await read()).toMatchObject({ name: "Fall", estimates: { Groceries: 250, Travel: 80 } });
  });

  it("merges different fields from two tabs", async () => {
    await saveElsewhere({ endDate: "2026-12-15" });
    const categories = [{ financialCategoryId: groceries, estimate: 120 }];
    expect((await save({ categories })).status).toBe(200);
    expect(await read()).toEqual({
      name: "November 2026",
      endDate: "2026-12-15",
      estimates: { Groceries: 120 },
    });
  });

  it("doesn't bring back a category that the other tab removed", async () => {
    await site.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId: groceries });
    expect((await save({ name: "Fall" })).status).toBe(200);
    expect((await read()).estimates).toEqual({});
  });

  it("merges removed categories and changed banks with the other tab's changes", async () => {
    await saveElsewhere({ budgetAccessItems: [] });
    await estimateElsewhere("Travel", 80);
    expect((await save({ categories: [] })).status).toBe(200);
    expect((await read()).estimates).toEqual({ Travel: 80 });
    const { data } = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`);
    expect(data.budgetAccessItems).toEqual([]);
  });

  it("refuses fields changed on both sides, shows both values, and changes nothing", async () => {
    await estimateElsewhere("Groceries", 250);
    await saveElsewhere({ name: "Autumn", categories: [{ financialCategoryId: groceries }] });
    const answer = await save({
      name: "Fall",
      categories: [{ financialCategoryId: groceries, estimate: 120 }],
    });
    expect(answer.status).toBe(409);
    expect(answer).toMatchObject({
      errors: {
        name: ["Name was changed to “Autumn” in the meantime."],
        [`categories:${groceries}`]: ["Groceries was changed to $250.00 in the meantime."],
      },
      data: {
        conflicts: [
          { field: "name", label: "Name", mine: "“Fall”", theirs: "“Autumn”" },
          { field: `categories:${groceries}`, label: "Groceries", mine: "$120.00", theirs: "$250.00" },
        ],
        current: {
          budgetId,
          ...opened(),
          name: "Autumn",
          categories: [{ financialCategoryId: groceries, estimate: 250 }],
        },
      },
    });
    expect(await read()).toMatchObject({ name: "Autumn", estimates: { Groceries: 250 } });
  });

  it("sums up the refusal in one text", async () => {
    await saveElsewhere({ name: "Autumn" });
    const response = await site.app.post(
      "/api/SaveBudget",
      { budgetId, ...opened(), name: "Fall", basedOn: opened() },
      { cookie: site.cookie },
    );
    expect(await response.json()).toMatchObject({
      success: false,
      budgetId,
      errorMessage: "Name was changed to “Autumn” in the meantime.",
    });
  });

  it.each([
    ["mine", 120],
    ["theirs", 250],
  ])("keeps %s if the person decides so, along with other changes", async (keep, estimate) => {
    await estimateElsewhere("Groceries", 250);
    const decided = [{ field: `categories:${groceries}`, theirs: "$250.00", keep }];
    const categories = [{ financialCategoryId: groceries, estimate: 120 }];
    expect((await save({ name: "Fall", categories, decided })).status).toBe(200);
    expect(await read()).toMatchObject({ name: "Fall", estimates: { Groceries: estimate } });
  });

  it("asks again if the saved value has changed since the decision", async () => {
    await estimateElsewhere("Groceries", 300);
    const decided = [{ field: `categories:${groceries}`, theirs: "$250.00", keep: "mine" }];
    const categories = [{ financialCategoryId: groceries, estimate: 120 }];
    expect((await save({ categories, decided })).status).toBe(409);
    expect((await read()).estimates).toEqual({ Groceries: 300 });
  });

  it("refuses to set a removed category's estimate, and to remove a category whose estimate changed", async () => {
    await site.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId: groceries });
    const changed = await save({ categories: [{ financialCategoryId: groceries, estimate: 120 }] });
    expect(changed.errors).toEqual({
      [`categories:${groceries}`]: ["Groceries was removed from this budget in the meantime."],
    });
    await estimateElsewhere("Groceries", 250);
    const removed = await save({ categories: [] });
    expect(removed).toMatchObject({
      status: 409,
      data: { conflicts: [{ mine: "not in this budget", theirs: "$250.00" }] },
    });
    expect((await read()).estimates).toEqual({ Groceries: 250 });
  });

  it("refuses an estimate set over a newer one, and keeps the person's choice", async () => {
    await estimateElsewhere("Groceries", 250);
    const set = (input: object) =>
      site.post("/api/UpdateBudgetCategoryEstimate", {
        budgetId,
        financialCategoryName: "Groceries",
        estimate: 120,
        basedOn: { estimate: 100 },
        ...input,
      });
    expect(await set({})).toMatchObject({
      status: 409,
      errors: { estimate: ["Groceries was changed to $250.00 in the meantime."] },
      data: {
        conflicts: [{ field: "estimate", mine: "$120.00", theirs: "$250.00" }],
        current: { financialCategoryId: groceries, estimate: 250 },
      },
    });
    const shown = { field: "estimate", theirs: "$250.00" };
    expect((await set({ decided: [{ ...shown, keep: "theirs" }] })).status).toBe(200);
    expect((await read()).estimates).toEqual({ Groceries: 250 });
    expect((await set({ decided: [{ ...shown, keep: "mine" }] })).status).toBe(200);
    expect((await read()).estimates).toEqual({ Groceries: 120 });
  });

  it("asks about an estimate typed in the budget's former currency", async () => {
    await saveElsewhere({ isoCurrencyCode: "EUR" });
    const categories = [{ financialCategoryId: groceries, estimate: 120 }];
    expect(await save({ categories })).toMatchObject({
      status: 409,
      data: { conflicts: [{ label: "Groceries", mine: "$120.00", theirs: "€100.00" }] },
    });
  });

  it("refuses two changed dates that together make no period", async () => {
    await saveElsewhere({ startDate: "2026-11-10" });
    expect(await save({ endDate: "2026-11-05" })).toMatchObject({
      status: 400,
      errors: { endDate: ["Choose an end date on or after the start date."] },
    });
  });

  it("reports the index of a category as sent, even after one that is gone", async () => {
    await site.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId: groceries });
    const categories = [{ financialCategoryId: groceries }, { financialCategoryId: 4711, estimate: 1 }];
    expect((await save({ categories })).errors).toEqual({
      "categories.1.financialCategoryId": ["This category doesn’t exist. Choose another one."],
    });
  });

  it("refuses a budget deleted in the meantime or owned by another person", async () => {
    const other = await site.stranger();
    expect((await save({ name: "Mine now" }, other.cookie)).status).toBe(404);
    await site.post("/api/DeleteBudget", { budgetId });
    expect((await save({ name: "Fall" })).status).toBe(404);
    expect((await site.get("/api/GetBudgets")).data).toEqual([]);
  });

  it("overwrites without a basis", async () => {
    await estimateElsewhere("Travel", 80);
    const { status } = await save({ basedOn: undefined, categories: opened().categories });
    expect(status).toBe(200);
    expect((await read()).estimates).toEqual({ Groceries: 100 });
  });
});

it("refuses a save with an invalid basis", async () => {
  const basedOn = { ...opened(), isoCurrencyCode: "Lamp 1" };
  await estimateElsewhere("Groceries", 250);
  const categories = [{ financialCategoryId: groceries, estimate: 300 }];
  expect((await save({ categories, basedOn })).status).toBe(400);
  for (const wrong of [{ startDate: "never" }, { endDate: "2026-13-99" }, { name: "" }, { categories: [] }])
    expect([200, 400, 409]).toContain(
      (await save({ categories, basedOn: { ...opened(), ...wrong } })).status,
    );
  expect((await read()).estimates).toEqual({ Groceries: 250 });
});
