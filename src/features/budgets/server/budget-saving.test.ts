import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { BudgetListRow, BudgetView, FinancialCategory } from "../contract.ts";

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

describe("saving a budget", () => {
  it("creates a budget and answers without an envelope", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const { status, data } = await save({
      name: "  November  2026 ",
      categories: [
        { financialCategoryId: groceries, estimate: 400.5 },
        { financialCategoryId: -1, estimate: 7 },
        { financialCategoryId: 0 },
      ],
    });
    expect(status).toBe(200);
    expect(data).toEqual({ success: true, budgetId: data.budgetId, errorMessage: null, errors: null });
    expect((await read(data.budgetId)).data).toMatchObject({
      budgetName: "November  2026",
      ...november,
      dateRange: "11/01/2026 – 11/30/2026",
      isoCurrencyCode: "USD",
      estimateTotal: 400.5,
      budgetAccessItems: [{ institutionAccessItemId: site.itemId, institution: { name: "First Harbor" } }],
      budgetCategories: [
        { financialCategoryId: groceries, financialCategoryName: "Groceries", estimate: 400.5 },
      ],
    });
  });

  it("replaces categories and banks, and keeps omitted estimates", async () => {
    const [groceries, travel, pets] = [
      await site.categoryNamed("Groceries"),
      await site.categoryNamed("Travel"),
      await site.categoryNamed("Pets"),
    ];
    const { data: made } = await save({
      categories: [
        { financialCategoryId: groceries, estimate: 400 },
        { financialCategoryId: travel, estimate: 90 },
      ],
    });
    const { status } = await save({
      budgetId: made.budgetId,
      name: "Autumn",
      endDate: "2026-12-05",
      categories: [{ financialCategoryId: groceries }, { financialCategoryId: pets }],
      budgetAccessItems: [],
    });
    expect(status).toBe(200);
    expect((await read(made.budgetId)).data).toMatchObject({
      budgetName: "Autumn",
      endDate: "2026-12-05",
      budgetAccessItems: [],
      budgetCategories: [
        { financialCategoryId: groceries, estimate: 400 },
        { financialCategoryId: pets, estimate: 0 },
      ],
    });
    expect(await list()).toHaveLength(1);
  });

  it("keeps the number of units when the currency changes", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const { data: made } = await save({ categories: [{ financialCategoryId: groceries, estimate: 100.5 }] });
    await save({
      budgetId: made.budgetId,
      isoCurrencyCode: "JPY",
      categories: [{ financialCategoryId: groceries }],
    });
    expect((await read(made.budgetId)).data).toMatchObject({ isoCurrencyCode: "JPY", estimateTotal: 101 });
  });

  it.each([
    [{ name: " " }, { name: ["Enter a name."] }],
    [{ name: "x".repeat(201) }, { name: ["Use at most 200 characters."] }],
    [{ startDate: "2026-02-30" }, { startDate: ["Enter a date such as 2026-11-21."] }],
    [{ startDate: "2026-12-01" }, { endDate: ["Choose an end date on or after the start date."] }],
    [{ isoCurrencyCode: "dollars" }, { isoCurrencyCode: ["Enter a currency code such as USD."] }],
    [
      { categories: [{ financialCategoryId: 3, estimate: -1 }] },
      { "categories.0.estimate": ["Enter zero or more."] },
    ],
    [
      { categories: [{ financialCategoryId: 3, estimate: 1_000_000_000 }] },
      { "categories.0.estimate": ["Enter at most 999,999,999.99."] },
    ],
    [{ budgetAccessItems: "all" }, { budgetAccessItems: ["Choose banks."] }],
  ])("reports %j on its field", async (input, errors) => {
    const answer = await save(input);
    expect(answer).toMatchObject({ status: 400, errors });
    expect(await list()).toEqual([]);
  });

  it("reports all problems found in the database at once, without an envelope", async () => {
    const { status, data } = await save({
      isoCurrencyCode: "JPY",
      categories: [
        { financialCategoryId: 3, estimate: 10.5 },
        { financialCategoryId: 4711, estimate: 10 },
        { financialCategoryId: 3, estimate: 10 },
      ],
    });
    expect(status).toBe(400);
    expect(data).toEqual({
      success: false,
      budgetId: 0,
      errorMessage: "Use no decimals for JPY. This category doesn’t exist. Choose another one.",
      errors: {
        "categories.0.estimate": ["Use no decimals for JPY."],
        "categories.1.financialCategoryId": ["This category doesn’t exist. Choose another one."],
      },
    });
    expect(await list()).toEqual([]);
  });

  it("refuses a category twice", async () => {
    const twice = { financialCategoryId: 3, estimate: 10 };
    expect((await save({ categories: [twice, twice] })).errors).toEqual({
      "categories.1.financialCategoryId": ["List each category only once."],
    });
  });

  it("refuses another person's category, bank, or budget, and changes nothing", async () => {
    const other = await site.stranger();
    const { data: own } = await save({ name: "Mine" });
    const before = (await read(own.budgetId)).data;
    const theirs = await site.post<FinancialCategory>(
      "/api/SaveFinancialCategory",
      { financialCategoryId: 0, name: "Boat" },
      other.cookie,
    );
    const categories = [{ financialCategoryId: theirs.data.financialCategoryId }];
    expect(await save({ budgetId: own.budgetId, name: "Changed", categories })).toMatchObject({
      status: 400,
      errors: { "categories.0.financialCategoryId": ["This category doesn’t exist. Choose another one."] },
    });
    expect(
      await save({ budgetId: own.budgetId, name: "Changed", budgetAccessItems: [site.itemId, other.itemId] }),
    ).toMatchObject({
      status: 404,
      errors: { "budgetAccessItems.1": ["This bank is no longer linked. Choose again."] },
    });
    expect(await save({ budgetId: own.budgetId, budgetAccessItems: [] }, other.cookie)).toMatchObject({
      status: 404,
      data: { success: false, errorMessage: "Not found", errors: { NOT_FOUND: ["Not found"] } },
    });
    expect((await read(own.budgetId)).data).toEqual(before);
    expect(await list(other.cookie)).toEqual([]);
  });

  it("keeps the complete save of the later of two tabs", async () => {
    const [groceries, travel] = [await site.categoryNamed("Groceries"), await site.categoryNamed("Travel")];
    const { data: made } = await save({});
    const one = {
      name: "One",
      endDate: "2026-11-10",
      categories: [{ financialCategoryId: groceries, estimate: 1 }],
      budgetAccessItems: [site.itemId],
    };
    const two = {
      name: "Two",
      endDate: "2026-11-20",
      categories: [
        { financialCategoryId: groceries, estimate: 2 },
        { financialCategoryId: travel, estimate: 2 },
      ],
      budgetAccessItems: [],
    };
    const answers = await Promise.all(
      [one, two, one, two].map((input) => save({ budgetId: made.budgetId, ...input })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { data } = await read(made.budgetId);
    const kept = {
      name: data.budgetName,
      endDate: data.endDate,
      categories: data.budgetCategories.map(({ financialCategoryId, estimate }) => ({
        financialCategoryId,
        estimate,
      })),
      budgetAccessItems: data.budgetAccessItems.map((item) => item.institutionAccessItemId),
    };
    expect([one, two]).toContainEqual(kept);
  });

  it("creates one budget on a double click, and a second one later", async () => {
    const answers = await Promise.all([save({}), save({}), save({})]);
    expect(new Set(answers.map(({ data }) => data.budgetId)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    clockMs += 11_000;
    await save({});
    expect(await list()).toHaveLength(2);
  });

  it("creates one budget per request id, even much later, with the latest values", async () => {
    const requestId = "0b7f3f5e-7d53-4f0e-9b0c-3c1f8a5d2e11";
    const { data: first } = await save({ requestId });
    clockMs += 5 * hourMs;
    const { data: again } = await save({ requestId, name: "Typed anew" });
    expect(again.budgetId).toBe(first.budgetId);
    expect(await list()).toMatchObject([{ budgetName: "Typed anew" }]);
  });

  it("creates two equal budgets with different request ids", async () => {
    await save({ requestId: randomUUID() });
    await save({ requestId: randomUUID() });
    expect(await list()).toHaveLength(2);
  });

  it("creates another budget if anything differs", async () => {
    await Promise.all([save({}), save({ name: "Second" }), save({ endDate: "2026-11-29" })]);
    expect(await list()).toHaveLength(3);
  });
});
