import { beforeEach, describe, expect, it } from "vitest";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestTransactions } from "../../../../tests/support/factories/transaction-factory.ts";
import { createBudgetSite, type BudgetSite } from "../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { BudgetView } from "../contract.ts";

const database = useTestDatabase();
let site: BudgetSite;

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date(Date.UTC(2026, 10, 21, 17)) });
});

async function lastPeriod(items: readonly number[]) {
  const november = { name: "November", startDate: "2026-11-01", endDate: "2026-11-30" };
  const { budgetId } = (await site.saveBudget({ ...november, budgetAccessItems: items })).data;
  const path = `/api/GetBudget?budgetId=${budgetId}&summary=true`;
  return (await site.get<BudgetView>(path)).data.spendingPace.lastPeriod;
}

describe("the period before a budget's", () => {
  it("adds up what counted then, in the budget's currency", async () => {
    await site.rows([
      { date: "2026-09-30", amount: -1_00 },
      { date: "2026-10-03", amount: -20_00 },
      { date: "2026-10-03", amount: 5_00, bankCategory: "FOOD_AND_DRINK" },
      { date: "2026-10-20", amount: -40_00 },
      { date: "2026-10-21", amount: -99_00, isoCurrencyCode: "EUR" },
      { date: "2026-10-22", amount: -77_00, chosenKind: "transfer" },
      { date: "2026-10-25", amount: 900_00, bankCategory: "INCOME" },
      { date: "2026-11-01", amount: -3_00 },
    ]);
    expect(await lastPeriod([site.itemId])).toEqual([
      { daysPassed: 3, total: 15 },
      { daysPassed: 20, total: 55 },
    ]);
  });

  it("is left out where a bank's history starts later, and without spending", async () => {
    await site.rows([{ date: "2026-10-02", amount: -20_00 }]);
    expect(await lastPeriod([site.itemId])).toBeNull();
    await site.rows([{ date: "2026-09-30", amount: -1_00 }]);
    expect(await lastPeriod([site.itemId])).toHaveLength(1);
    const late = await createTestAccessItem(database(), site.userId, {});
    const { institutionAccessItemId, accounts } = late;
    expect(await lastPeriod([site.itemId, institutionAccessItemId])).toHaveLength(1);
    const [account] = accounts;
    if (account === undefined) throw new Error("A test bank has an account.");
    await createTestTransactions(database(), { userId: site.userId, institutionAccessItemId, ...account }, [
      { date: "2026-10-09", amount: -1_00 },
    ]);
    expect(await lastPeriod([site.itemId, institutionAccessItemId])).toBeNull();
    expect(await lastPeriod([])).toBeNull();
  });
});
