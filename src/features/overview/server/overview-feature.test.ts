import { beforeEach, describe, expect, it } from "vitest";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { createIncomeSite, type IncomeSite } from "../../../../tests/support/sites/income-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { FinanceOverview } from "../contract.ts";

const database = useTestDatabase();
let site: IncomeSite;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 21, 17);
  site = await createIncomeSite(database(), { now: () => new Date(nowMs) });
});

async function overview(cookie?: string): Promise<FinanceOverview> {
  const answer = await site.get<FinanceOverview>("/api/GetFinanceOverview", cookie);
  expect(answer.status).toBe(200);
  return answer.data;
}

describe("the finance overview", () => {
  it("is empty for a person without banks", async () => {
    const { cookie } = await site.stranger();
    await database().unsafeDb.execute("delete from institution_access_items");
    expect(await overview(cookie)).toEqual({
      banks: [],
      reminders: [],
      budgetsOverEstimate: [],
      currentBudget: null,
      figures: [],
    });
  });

  it("lists banks that need the person, most urgent first, with id and reason", async () => {
    const down = await site.anotherAccount({ institutionName: "Sleeping Bank", state: "down" });
    const repair = await site.anotherAccount({ institutionName: "Broken Bank", state: "repair" });
    const more = await site.anotherAccount({
      institutionName: "More Bank",
      item: { newAccountsAvailable: true },
    });
    await site.anotherAccount({ institutionName: "Gone Bank", state: "unlinked" });
    const { banks } = await overview();
    expect(
      banks.map(({ institutionAccessItemId, institutionName, state }) => [
        institutionAccessItemId,
        institutionName,
        state,
      ]),
    ).toEqual([
      [repair.institutionAccessItemId, "Broken Bank", "repair"],
      [down.institutionAccessItemId, "Sleeping Bank", "down"],
      [more.institutionAccessItemId, "More Bank", "healthy"],
    ]);
    expect(banks[0]?.stateReason).toEqual(expect.any(String));
    expect(banks[2]?.newAccountsAvailable).toBe(true);
  });

  it("lists overdue income and income due soon, with the month's totals by currency", async () => {
    const late = await site.source({ name: "Late", startDate: "2026-11-01", dayOfMonthDue: 10 });
    await site.source({ name: "Soon", startDate: "2026-11-01", dayOfMonthDue: 24, amountDue: 200 });
    await site.source({ name: "Yen", startDate: "2027-01-01", isoCurrencyCode: "JPY", amountDue: 5_000 });
    const [transactionId = 0] = await site.rows([{ amount: 300_00, date: "2026-11-12" }]);
    await site.link(late, transactionId, 300);
    const { reminders, figures } = await overview();
    expect(reminders).toMatchObject([
      { kind: "overdue", incomeSourceId: late, outstanding: 700 },
      { kind: "dueSoon", name: "Soon", daysUntilDue: 3 },
    ]);
    expect(reminders).toEqual(
      (await site.get<{ reminders: unknown }>("/api/GetIncomeReminders")).data.reminders,
    );
    const usd = figures.find(({ isoCurrencyCode }) => isoCurrencyCode === "USD");
    expect(usd).toMatchObject({ incomeDue: 1_200, incomePaid: 300, incomeOverdue: 700 });
    const yen = figures.find(({ isoCurrencyCode }) => isoCurrencyCode === "JPY");
    expect(yen).toMatchObject({ incomeDue: 0, incomePaid: 0, incomeOverdue: 0, onDeposit: 0 });
  });

  it("totals deposits and debts at linked banks", async () => {
    await site.anotherAccount({
      accounts: [
        { currentBalance: 1_250_50 },
        { type: "credit", currentBalance: 300_25 },
        { currentBalance: 9_000, isoCurrencyCode: "JPY" },
      ],
    });
    expect((await overview()).figures).toMatchObject([
      { isoCurrencyCode: "JPY", onDeposit: 9_000, owed: 0 },
      { isoCurrencyCode: "USD", onDeposit: 1_250.5, owed: 300.25 },
    ]);
  });

  it("lists current budgets over their estimate, and the current budget", async () => {
    const { data } = await site.post<{ financialCategoryId: number }>("/api/SaveFinancialCategory", {
      financialCategoryId: 0,
      name: "Garden",
    });
    const { financialCategoryId } = data;
    await site.rows([
      { amount: -120_00, date: "2026-11-05", financialCategoryId },
      { amount: -900_00, date: "2026-11-05" },
    ]);
    const add = (name: string, startDate: string, endDate: string, estimate: number) =>
      createTestBudget(database(), site.userId, {
        name,
        startDate,
        endDate,
        categories: [{ financialCategoryId, estimate }],
        budgetAccessItems: [site.itemId],
      });
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

  it("shows only the person's own data, and requires sign-in after a long absence", async () => {
    await site.source({ name: "Mine", startDate: "2026-11-01" });
    const { cookie } = await site.stranger();
    expect((await overview(cookie)).reminders).toEqual([]);
    nowMs += 13 * 3_600_000;
    expect((await site.get("/api/GetFinanceOverview")).status).toBe(401);
  });
});
