import type { Budgets } from "#features/budgets/server/index.ts";
import type { Income } from "#features/income/server/index.ts";
import type { ReadAccessItems } from "#features/institutions/server/index.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { dateInZone } from "#shared/time/plain-dates.ts";
import { overviewContract, type FinanceOverview } from "../contract.ts";
import { budgetsOverEstimate } from "../domain/budgets-of-today.ts";
import { banksNeedingAttention, overviewFigures } from "../domain/overview-figures.ts";
import { readRecentlyDeleted } from "./recently-deleted.ts";

/** Features from which the overview reads. */
export type OverviewSources = {
  accessItems: ReadAccessItems;
  budgets: Budgets;
  income: Income;
};

/** Creates the finance overview, which has no data of its own. */
export function createOverviewFeature(
  kernel: Pick<Kernel, "database" | "now" | "site" | "settings">,
  sources: OverviewSources,
): ServerFeature {
  const { database, now, site } = kernel;

  /** Reads sequentially, so that a request uses only one database connection. */
  async function readOverview(userId: string): Promise<FinanceOverview> {
    const items = await database.asUser(userId, (tx) => sources.accessItems(tx, userId));
    const reminders = await sources.income.reminders(userId);
    const sums = await sources.income.currentMonth(userId);
    const budgets = await sources.budgets.list(userId);
    const currentId = await sources.budgets.forToday(userId);
    return {
      banks: banksNeedingAttention(items).map(({ institutionAccessItemId, institution, item }) => ({
        institutionAccessItemId,
        institutionName: institution.name,
        state: item.state,
        stateReason: item.stateReason,
        expiresAt: item.expiresAt,
        newAccountsAvailable: item.newAccountsAvailable,
      })),
      reminders,
      budgetsOverEstimate: budgetsOverEstimate(budgets, dateInZone(now(), site.timeZone)),
      currentBudget: budgets.find(({ budgetId }) => budgetId === currentId) ?? null,
      figures: overviewFigures(items, sums),
    };
  }

  return defineFeature({
    name: "overview",
    contract: overviewContract,
    handlers: {
      getFinanceOverview: (_, { session }) => readOverview(session.userId),
      getRecentlyDeleted: (_, { session }) => readRecentlyDeleted(kernel, session.userId),
    },
  });
}
