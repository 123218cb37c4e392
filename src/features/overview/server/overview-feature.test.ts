import { beforeEach, describe, expect, it } from "vitest";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { createTestTransactions } from "../../../../tests/support/factories/transaction-factory.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";
import type { Overview } from "../contract.ts";

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
});

async function overview(cookie?: string): Promise<Overview> {
  const answer = await site.get<Overview>("/api/GetOverview", cookie);
  expect(answer.status).toBe(200);
  return answer.data;
}

/** Creates a category, and returns what makes budgets with an estimate for it. */
async function gardenBudgets() {
  const { data } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name: "Garden",
  });
  const { financialCategoryId } = data;
  const add = (name: string, startDate: string, endDate: string, estimate: number) =>
    createTestBudget(database(), site.userId, {
      name,
      startDate,
      endDate,
      categories: [{ financialCategoryId, estimate }],
      budgetAccessItems: [site.itemId],
    });
  return { financialCategoryId, add };
}

describe("the finance overview", () => {
  it("is empty for a person without banks", async () => {
    const { cookie } = await site.stranger();
    await database().unsafeDb.execute("delete from institution_access_items");
    expect(await overview(cookie)).toEqual({
      reminders: [],
      budgetsOverEstimate: [],
      unsortedCount: 0,
      invitations: [],
      currentBudget: null,
      monthIncome: [],
      today: "2026-11-21",
      netWorth: [],
      dueNext: [],
      latest: [],
      getStarted: {
        hasBank: false,
        isImporting: false,
        hasReviewedBudget: false,
        draftBudgetId: null,
        hasConfirmedIncome: false,
        incomeAt: null,
      },
    });
  });

  it("goes back from today's net worth by posted transactions, as far as all banks' history", async () => {
    await database().unsafeDb.execute("update accounts set current_balance = 100000");
    await site.rows([
      { amount: 250_00, date: "2026-11-20" },
      { amount: -40_00, date: "2026-11-10" },
      { amount: -9_00, date: "2026-11-20", pending: true },
      { amount: -1_00, date: "2026-01-01" },
    ]);
    const { netWorth, latest } = await overview();
    expect(netWorth).toEqual([
      {
        isoCurrencyCode: "USD",
        amount: 1_000,
        days: [
          { date: "2026-08-23", amount: 790 },
          { date: "2026-11-10", amount: 750 },
          { date: "2026-11-20", amount: 1_000 },
          { date: "2026-11-21", amount: 1_000 },
        ],
      },
    ]);
    expect(latest.map(({ amount }) => amount)).toEqual([-9, 250, -40, -1]);
  });

  it("lists what is due next, soonest first, and skips what is paid", async () => {
    const soon = { startDate: "2026-11-01", dayOfMonthDue: 28 };
    const paid = await site.source({ name: "Paid", ...soon });
    const [transactionId = 0] = await site.rows([{ amount: 1_000_00, date: "2026-11-12" }]);
    await site.link(paid, transactionId, 1_000);
    await site.source({ name: "Last day", ...soon, dayOfMonthDue: 31 });
    await site.source({ name: "Soon", ...soon, amountDue: 200 });
    await site.source({ name: "Over", ...soon, endDate: "2026-11-27" });
    const { dueNext } = await overview();
    expect(dueNext.map(({ name, dueDate, outstanding }) => `${name} ${dueDate} ${outstanding}`)).toEqual([
      "Soon 2026-11-28 200",
      "Last day 2026-11-30 1000",
      "Paid 2026-12-28 1000",
    ]);
  });

  it("leads through the first day, and has no steps after it", async () => {
    const rent = (month: string) => ({ amount: 900_00, date: `2026-${month}-02`, name: "RENT M FERN" });
    await site.rows([...["08", "09", "10", "11"].map(rent), { amount: -20_00, date: "2026-11-03" }]);
    const first = await overview();
    expect(first.getStarted).toMatchObject({
      hasBank: true,
      hasReviewedBudget: false,
      hasConfirmedIncome: false,
      incomeAt: site.itemId,
    });
    await site.source({ name: "Rent", startDate: "2026-11-01" });
    expect((await overview()).getStarted).toMatchObject({ hasConfirmedIncome: true, incomeAt: null });
    await createTestBudget(database(), site.userId, { name: "Mine" });
    expect((await overview()).getStarted).toBeNull();
  });

  it("leads to the bank to confirm income that isn't monthly", async () => {
    const pay = (date: string) => ({ amount: 1_200_00, date, name: "PAYROLL HEDGEROW" });
    const rent = (month: string) => ({ amount: -900_00, date: `2026-${month}-02`, name: "HARBOR RENT" });
    await site.rows([
      ...["2026-09-25", "2026-10-09", "2026-10-23", "2026-11-06", "2026-11-20"].map(pay),
      ...["08", "09", "10", "11"].map(rent),
    ]);
    const steps = async () => (await overview()).getStarted;
    expect(await steps()).toMatchObject({ hasConfirmedIncome: false, incomeAt: site.itemId });
    const path = `/api/GetDetectedSources?institutionAccessItemId=${site.itemId}`;
    const { detected } = (await site.get<{ detected: object[] }>(path)).data;
    const answer = await site.post("/api/DecideDetectedSources", { accept: [], refuse: detected });
    expect(answer.status).toBe(200);
    expect(await steps()).toMatchObject({ hasConfirmedIncome: true, incomeAt: null });
  });

  it("has no income to confirm only once all of a bank's history is there", async () => {
    await site.rows([{ amount: -20_00, date: "2026-11-03" }]);
    const setComplete = (historyComplete: boolean) =>
      database().unsafeDb.update(institutionAccessItems).set({ historyComplete });
    await setComplete(false);
    expect((await overview()).getStarted).toMatchObject({ hasConfirmedIncome: false, incomeAt: null });
    await setComplete(true);
    expect((await overview()).getStarted).toMatchObject({ hasConfirmedIncome: true, incomeAt: null });
  });

  it("counts the last 30 days' spending without a category", async () => {
    const [newest = 0] = await site.rows([
      { amount: -20_00, date: "2026-11-20" },
      { amount: -5_00, date: "2026-10-22" },
      { amount: -9_00, date: "2026-10-21" },
      { amount: 40_00, date: "2026-11-20", name: "PAYROLL" },
    ]);
    expect((await overview()).unsortedCount).toBe(2);
    // No category is a choice, too.
    const rows = [{ transactionId: newest, financialCategoryId: -1, budgetId: null }];
    await site.post("/api/BulkUpdateTransactionCategory", rows);
    expect((await overview()).unsortedCount).toBe(1);
    expect((await overview((await site.stranger()).cookie)).unsortedCount).toBe(0);
  });

  it("counts those of live banks where only SimpleFIN is live", async () => {
    const app = createTestApp(database(), {
      environment: {
        ...liveTestSettings,
        PUBLIC_URL: "https://ledger.example",
        SIMPLEFIN_URL: "https://bridge.example/simplefin",
      },
      origin: "https://ledger.example",
      now: () => new Date(nowMs),
    });
    const { userId, cookie } = await createTestUser(database(), { mode: "live", isHttps: true });
    const { institutionAccessItemId, accounts } = await createTestAccessItem(database(), userId, {
      mode: "live",
    });
    const accountId = accounts[0]?.accountId ?? 0;
    await createTestTransactions(database(), { userId, institutionAccessItemId, accountId }, [
      { amount: -20_00, date: "2026-11-20" },
    ]);
    const answer = await app.request("/api/GetOverview", { headers: { cookie } });
    expect(await answer.json()).toMatchObject({ statusCode: 200, data: { unsortedCount: 1 } });
  });

  it("takes the same few queries for any amount of data", async () => {
    const statements = () => countStatements(async () => void (await overview()));
    // A server's first call also finds the login for queries on behalf of people.
    await overview();
    const empty = await statements();
    await site.rows(Array.from({ length: 40 }, (_, index) => ({ amount: -100 - index, date: "2026-11-05" })));
    for (let at = 0; at < 5; at += 1) {
      await createTestBudget(database(), site.userId, { name: `Budget ${at}` });
      await site.source({ name: `Unit ${at}`, startDate: "2026-01-01" });
      await site.anotherAccount({});
    }
    const full = await statements();
    // Session; begin, person, banks, accounts, sources, payments, unsorted, latest (ids and rows), first budget, invitations, commit;
    // and begin, person, series, budgets, net worth, commit beside it.
    expect(full).toBeLessThanOrEqual(19);
    // Without a source, it looks for refused deposits, for monthly and other regular ones, and whether a budget was drafted.
    expect(empty).toBeLessThanOrEqual(23);
  });

  it("lists overdue income and income due soon, with the month's totals by currency", async () => {
    const late = await site.source({ name: "Late", startDate: "2026-11-01", dayOfMonthDue: 10 });
    await site.source({ name: "Soon", startDate: "2026-11-01", dayOfMonthDue: 24, amountDue: 200 });
    await site.source({ name: "Yen", startDate: "2027-01-01", isoCurrencyCode: "JPY", amountDue: 5_000 });
    const [transactionId = 0] = await site.rows([{ amount: 300_00, date: "2026-11-12" }]);
    await site.link(late, transactionId, 300);
    const { reminders, monthIncome } = await overview();
    expect(reminders).toMatchObject([
      { kind: "overdue", incomeSourceId: late, outstanding: 700 },
      { kind: "dueSoon", name: "Soon", daysUntilDue: 3 },
    ]);
    expect(reminders).toEqual(
      (await site.get<{ reminders: unknown }>("/api/GetIncomeReminders")).data.reminders,
    );
    expect(monthIncome).toEqual([
      { isoCurrencyCode: "JPY", due: 0, paid: 0 },
      { isoCurrencyCode: "USD", due: 1_200, paid: 300 },
    ]);
  });

  it("lists current budgets over their estimate, and the current budget", async () => {
    const { financialCategoryId, add } = await gardenBudgets();
    await site.rows([
      { amount: -120_00, date: "2026-11-05", financialCategoryId },
      { amount: -900_00, date: "2026-11-05" },
    ]);
    const over = await add("Over", "2026-11-01", "2026-11-30", 100);
    const fine = await add("Fine", "2026-11-02", "2026-11-30", 500);
    await add("Past", "2026-10-01", "2026-11-10", 100);
    await add("No estimate", "2026-11-01", "2026-11-30", 0);
    const { budgetsOverEstimate, currentBudget } = await overview();
    expect(budgetsOverEstimate).toMatchObject([
      { ...over, budgetName: "Over", transactionsTotal: 1020, plannedTotal: 120, plannedPercent: 120 },
    ]);
    expect(currentBudget).toMatchObject({ ...fine, budgetName: "Fine" });
  });

  it("lists budgets over their estimate on their first and last day, and no others", async () => {
    const { financialCategoryId, add } = await gardenBudgets();
    const spent = (date: string) => ({ amount: -120_00, date, financialCategoryId });
    await site.rows(["2026-10-05", "2026-11-21", "2026-11-25"].map(spent));
    await add("Ended", "2026-10-01", "2026-11-20", 100);
    await add("Last day", "2026-11-01", "2026-11-21", 100);
    await add("At its estimate", "2026-11-01", "2026-11-21", 120);
    await add("First day", "2026-11-21", "2026-12-31", 100);
    await add("To come", "2026-11-22", "2026-12-31", 100);
    const { budgetsOverEstimate } = await overview();
    expect(budgetsOverEstimate.map(({ budgetName }) => budgetName)).toEqual(["First day", "Last day"]);
  });

  it("lists a budget of which more was overspent before than its estimates, before anything is spent", async () => {
    const { financialCategoryId } = await gardenBudgets();
    await site.rows([{ amount: -250_00, date: "2026-10-05", financialCategoryId }]);
    await site.post("/api/SaveBudgetSeries", {
      seriesId: 0,
      name: "October 2026",
      rhythm: { every: 1, unit: "month" },
      anchor: "2026-10-01",
      budgetAccessItems: [site.itemId],
      categories: [{ financialCategoryId, estimate: 100, carry: "both" }],
    });
    expect((await overview()).budgetsOverEstimate).toMatchObject([
      { estimateTotal: 100, availableTotal: -50, plannedTotal: 0 },
    ]);
  });

  it("shows only the person's own data, and requires sign-in after a long absence", async () => {
    await site.source({ name: "Mine", startDate: "2026-11-01" });
    const { cookie } = await site.stranger();
    expect((await overview(cookie)).reminders).toEqual([]);
    nowMs += 13 * 3_600_000;
    expect((await site.get("/api/GetOverview")).status).toBe(401);
  });
});
