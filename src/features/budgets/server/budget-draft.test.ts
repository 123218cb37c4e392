import { beforeEach, describe, expect, it } from "vitest";
import { createBankSite, type BankSite, type Person } from "../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { BudgetListRow, BudgetView } from "../contract.ts";

const database = useTestDatabase();
const hourMs = 3_600_000;
let site: BankSite;
let person: Person;

beforeEach(async () => {
  site = createBankSite(database());
  person = await site.signIn();
});

const list = async (of = person) => (await of.get<BudgetListRow[]>("/api/GetBudgets")).data;

async function onlyBudget(): Promise<BudgetView> {
  const [row, ...others] = await list();
  expect(others).toEqual([]);
  return (await person.get<BudgetView>(`/api/GetBudget?budgetId=${row?.budgetId}&summary=true`)).data;
}

async function act(path: string, body: object): Promise<void> {
  expect((await person.post(path, body)).status).toBe(200);
}

describe("the draft budget", () => {
  it("is made for this month at the first import, with suggested estimates and all banks", async () => {
    const { id } = await site.link(person, { days: 90 });
    const budget = await onlyBudget();
    expect(budget).toMatchObject({
      budgetName: "November 2026",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      isoCurrencyCode: "USD",
      isDraft: true,
    });
    expect(budget.budgetAccessItems.map(({ institutionAccessItemId }) => institutionAccessItemId)).toEqual([
      id,
    ]);
    const query = "startDate=2026-11-01&endDate=2026-11-30&isoCurrencyCode=USD";
    const suggested = await person.get<{ categories: object[] }>(`/api/GetSuggestedEstimates?${query}`);
    expect(suggested.data.categories.length).toBeGreaterThan(10);
    expect(
      budget.budgetCategories
        .map(({ financialCategoryId, estimate }) => ({ financialCategoryId, estimate }))
        .toSorted((a, b) => a.financialCategoryId - b.financialCategoryId),
    ).toEqual(suggested.data.categories);
    expect(budget.estimateTotal).toBeGreaterThan(budget.plannedTotal / 2);
  });

  it("is renewed by another bank while it is a draft, and left alone after the first change", async () => {
    const first = await site.link(person, { days: 90 });
    const before = await onlyBudget();
    const second = await site.link(person, { bank: "repair", days: 90 });
    const renewed = await onlyBudget();
    expect(renewed.budgetId).toBe(before.budgetId);
    expect(renewed.isDraft).toBe(true);
    expect(renewed.budgetAccessItems.map((one) => one.institutionAccessItemId)).toEqual([
      first.id,
      second.id,
    ]);
    const groceries = { budgetId: renewed.budgetId, financialCategoryName: "Groceries", estimate: 321 };
    await act("/api/UpdateBudgetCategoryEstimate", groceries);
    expect((await onlyBudget()).isDraft).toBe(false);
    await site.link(person, { bank: "down", days: 90 });
    expect((await onlyBudget()).budgetAccessItems).toHaveLength(2);
  });

  it("stops being one when the person keeps it, saves it, or takes a category out", async () => {
    await site.link(person, { days: 90 });
    const { budgetId, budgetCategories } = await onlyBudget();
    const stranger = await site.signIn();
    expect((await stranger.post("/api/KeepBudgetDraft", { budgetId })).status).toBe(404);
    expect((await person.post("/api/KeepBudgetDraft", { budgetId: "x" })).status).toBe(400);
    expect((await onlyBudget()).isDraft).toBe(true);
    await act("/api/KeepBudgetDraft", { budgetId });
    await act("/api/KeepBudgetDraft", { budgetId });
    expect(await onlyBudget()).toMatchObject({ isDraft: false, budgetCategories });
  });

  it("is made once, and doesn't come back after it was deleted and purged", async () => {
    await site.link(person, { days: 90 });
    const { budgetId } = await onlyBudget();
    await act("/api/DeleteBudget", { budgetId });
    await site.pass(5 * hourMs);
    await site.link(person, { bank: "repair", days: 90 });
    expect(await list()).toEqual([]);
    await site.pass(26 * hourMs);
    person = await returned(person);
    await site.link(person, { bank: "down", days: 90 });
    expect(await list(person)).toEqual([]);
  });

  it("isn't made for a person who has a budget", async () => {
    const mine = { budgetId: 0, name: "Mine", categories: [], budgetAccessItems: [] };
    await act("/api/SaveBudget", { ...mine, startDate: "2026-11-01", endDate: "2026-11-30" });
    await site.link(person, { days: 90 });
    expect(await onlyBudget()).toMatchObject({ budgetName: "Mine", isDraft: false });
  });
});

/** Keeps a session from becoming idle after a long jump of the clock. */
async function returned(who: Person): Promise<Person> {
  await database().unsafeDb.execute(`update sessions set last_seen_at = '${site.now().toISOString()}'`);
  return who;
}
