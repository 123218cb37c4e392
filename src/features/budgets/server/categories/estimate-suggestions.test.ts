import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import {
  createTestTransactions,
  type TestTransaction,
} from "../../../../../tests/support/factories/transaction-factory.ts";
import { sortRows } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { countStatements } from "../../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const now = () => new Date(Date.UTC(2026, 10, 22, 17));
let site: BudgetSite;

beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
});

type Suggested = {
  from: string | null;
  to: string | null;
  categories: { financialCategoryId: number; estimate: number }[];
};

const november = { startDate: "2026-11-01", endDate: "2026-11-30", isoCurrencyCode: "USD" };

function suggest(overrides: Record<string, string> = {}, cookie?: string) {
  const query = new URLSearchParams({ ...november, ...overrides });
  return site.get<Suggested>(`/api/GetSuggestedEstimates?${query.toString()}`, cookie);
}

/** Suggested estimates by category name. */
async function estimates(overrides: Record<string, string> = {}): Promise<Record<string, number>> {
  const [{ data }, categories] = [
    await suggest(overrides),
    await site.get<{ financialCategoryId: number; name: string }[]>("/api/FinancialCategories"),
  ];
  const names = new Map(categories.data.map((one) => [one.financialCategoryId, one.name]));
  return Object.fromEntries(
    data.categories.map((one) => [names.get(one.financialCategoryId) ?? "", one.estimate]),
  );
}

const groceries = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES" };
const rent = { bankCategory: "RENT_AND_UTILITIES", bankCategoryDetailed: "RENT_AND_UTILITIES_RENT" };
const transferOut = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_SAVINGS" };

/** Rows of one amount in each of three months, the oldest on the first day that counts. */
function monthly(amount: number, row: TestTransaction): TestTransaction[] {
  return ["2026-08-23", "2026-09-22", "2026-11-22"].map((date) => Object.assign({}, row, { date, amount }));
}

/** Only these rows, plus one from long ago that makes all three months known. */
async function writeRows(rows: readonly TestTransaction[]): Promise<number[]> {
  await site.rows([{ date: "2026-01-05", amount: -99_900, ...groceries }]);
  return site.rows(rows);
}

describe("suggested estimates of a new budget", () => {
  it("are each category’s monthly average, rounded up", async () => {
    const [phone, custom] = [await site.categoryNamed("Phone & Internet"), await ownCategory("Boat")];
    await writeRows([
      ...monthly(-60_700, groceries),
      { date: "2026-10-01", amount: 2_000, ...groceries },
      ...monthly(-165_000, rent),
      // The person's category takes precedence over the bank's.
      ...monthly(-4_150, { ...groceries, financialCategoryId: phone }),
      { date: "2026-10-01", amount: -90_000, ...transferOut, financialCategoryId: custom },
    ]);
    expect(await estimates()).toEqual({ Boat: 300, Groceries: 610, Housing: 1650, "Phone & Internet": 45 });
    const { data } = await suggest();
    expect(data).toMatchObject({ from: "2026-08-23", to: "2026-11-22" });
  });

  it("are scaled to the budget's period, in its currency", async () => {
    await writeRows([
      ...monthly(-60_000, groceries),
      ...monthly(-9_000, { ...rent, isoCurrencyCode: "EUR" }),
    ]);
    expect(await estimates({ endDate: "2027-10-31" })).toEqual({ Groceries: 7200 });
    expect(await estimates({ endDate: "2026-11-07" })).toEqual({ Groceries: 140 });
    expect(await estimates({ isoCurrencyCode: "EUR" })).toEqual({ Housing: 90 });
    expect((await suggest({ isoCurrencyCode: "JPY" })).data).toEqual({
      from: null,
      to: null,
      categories: [],
    });
  });

  it("average over the known period if it is shorter", async () => {
    await site.rows([{ date: "2026-11-10", amount: -60_000, ...groceries }]);
    expect(await estimates()).toEqual({ Groceries: 600 });
    expect((await suggest()).data.from).toBe("2026-10-23");
  });

  it("ignore transfers, income, exempt, removed, and old rows, and categories with more refunds than spending", async () => {
    const [, , paired, exempt] = await writeRows([
      { date: "2026-10-01", amount: -50_000, ...transferOut },
      { date: "2026-10-01", amount: 250_000, bankCategory: "INCOME", bankCategoryDetailed: "INCOME_SALARY" },
      { date: "2026-10-01", amount: -50_000, ...groceries },
      { date: "2026-10-02", amount: -50_000, ...groceries },
      { date: "2026-10-03", amount: -50_000, ...groceries, removedByBankAt: now(), chosenKind: "spending" },
      { date: "2026-10-03", amount: -50_000, ...groceries, dismissedAt: now() },
      { date: "2026-08-22", amount: -50_000, ...groceries },
      { date: "2026-11-23", amount: -50_000, ...groceries },
      { date: "2026-10-04", amount: 4_000, bankCategory: "TRAVEL", bankCategoryDetailed: "TRAVEL_FLIGHTS" },
      { date: "2026-10-05", amount: -4_000 },
      { date: "2026-10-05", amount: -4_000, bankCategory: "OTHER", bankCategoryDetailed: "OTHER_OTHER" },
    ]);
    const [side] = await site.rows([{ date: "2026-10-01", amount: 50_000 }]);
    await database()
      .unsafeDb.update(transactions)
      .set({ transferPairId: side ?? 0 })
      .where(eq(transactions.transactionId, paired ?? 0));
    await database().unsafeDb.transaction((tx) => sortRows(tx, site.userId, "everything"));
    const october = { startDate: "2026-10-01", endDate: "2026-10-31" };
    const { budgetId } = (await site.saveBudget(october)).data;
    await site.post("/api/SetExcludedTransaction", { transactionId: exempt, budgetId });
    expect(await estimates()).toEqual({});
  });

  it("count a loan payment once, where it is paid from", async () => {
    const loan = { bankCategory: "LOAN_PAYMENTS", bankCategoryDetailed: "LOAN_PAYMENTS_MORTGAGE_PAYMENT" };
    const bank = await createTestAccessItem(database(), site.userId);
    const accountId = bank.accounts[0]?.accountId ?? 0;
    await database().unsafeDb.update(accounts).set({ type: "loan" }).where(eq(accounts.accountId, accountId));
    await writeRows(monthly(-231_044, loan));
    await createTestTransactions(database(), { userId: site.userId, ...bank, accountId }, [
      ...monthly(231_044, loan),
      ...monthly(-98_410, { bankCategory: "BANK_FEES", bankCategoryDetailed: "BANK_FEES_INTEREST_CHARGE" }),
    ]);
    expect(await estimates()).toEqual({ Housing: 2320 });
  });

  it("need a session and use only the person's own rows", async () => {
    await writeRows(monthly(-60_000, groceries));
    expect((await suggest({}, "")).status).toBe(401);
    const { cookie } = await site.stranger();
    expect(await suggest({}, cookie)).toMatchObject({ status: 200, data: { from: null, categories: [] } });
  });

  it("need a period and a currency, and report all problems at once", async () => {
    const wrong = await suggest({ startDate: "2026-02-30", endDate: "tomorrow", isoCurrencyCode: "dollars" });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.errors ?? {}).toSorted()).toEqual(["endDate", "isoCurrencyCode", "startDate"]);
    const backwards = await suggest({ startDate: "2026-12-01" });
    expect(backwards).toMatchObject({
      status: 400,
      errors: { endDate: ["Choose an end date on or after the start date."] },
    });
  });

  it("take one query for any number of rows", async () => {
    const statements = () =>
      countStatements(async () => {
        await suggest();
      });
    const empty = await statements();
    await writeRows(Array.from({ length: 20 }, () => monthly(-1_000, groceries)).flat());
    expect(await statements()).toBe(empty);
    // Session lookup, begin and commit, setting the user, and the sums.
    expect(empty).toBeLessThanOrEqual(5);
  });
});

async function ownCategory(name: string): Promise<number> {
  const { data } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name,
  });
  return data.financialCategoryId;
}
