import { and, eq, inArray } from "drizzle-orm";
import type { Budgets } from "#features/budgets/server/index.ts";
import { readInvitations } from "#features/household/server/index.ts";
import type { Income } from "#features/income/server/index.ts";
import type { ReadAccessItems } from "#features/institutions/server/index.ts";
import { readNetWorth, type WorthOwner } from "#features/reports/server/index.ts";
import { countUnsortedSpending, ofMode, readTransactions } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { together } from "#server/database/together.ts";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { isLinked } from "#shared/banks.ts";
import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { addDays, daysFrom } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { overviewContract, type GetStarted, type Overview } from "../contract.ts";
import { recentWorth } from "../domain/recent-worth.ts";
import { readRecentlyDeleted } from "./recently-deleted.ts";

const latestCount = 5;
const dueNextCount = 5;
/** Older transactions without a category need nobody today. */
const sortingDays = 30;

/** Days of net worth to show, if the history goes back as far. */
const worthDays = 90;

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
  const { database, now, site, settings } = kernel;

  /**
   * Reads what is added up of the ledger beside everything else: each takes half the time, and they share no figure. The sums of
   * budgets are planned longer than they run.
   */
  async function readOverview(userId: string, callerId: string | null): Promise<Overview> {
    const today = dateInZone(now(), site.timeZone);
    const [sums, others] = await Promise.all([
      database.asUser(userId, (tx) => readSums(tx, userId, today), { plansGenerically: true }),
      database.asUser(userId, (tx) => readOthers(tx, { userId, callerId, today })),
    ]);
    return { ...sums, ...others };
  }

  async function readSums(tx: Transaction, userId: string, today: string) {
    const owner = { userId, mode: settings.bankMode, today, timeZone: site.timeZone };
    const [netWorth, budgets] = await together([readWorth(tx, owner), sources.budgets.ofToday(tx, userId)]);
    return {
      // What was carried over counts as estimated, even if it is below zero; unplanned spending doesn't count.
      budgetsOverEstimate: budgets.filter((budget) => budget.plannedTotal > budget.availableTotal),
      currentBudget: budgets[0] ?? null,
      netWorth,
    };
  }

  /** Reads each figure once, in one transaction. */
  async function readOthers(
    tx: Transaction,
    { userId, callerId, today }: { userId: string; callerId: string | null; today: string },
  ) {
    const facts = together([sources.accessItems(tx, userId), sources.income.atGlance(tx, userId)]);
    const [[, income], getStarted, latest, unsortedCount, invitations] = await together([
      facts,
      readGetStarted(tx, userId, sources, facts),
      readTransactions(tx, {
        userId,
        where: ofMode(settings.bankMode),
        paging: { page: 1, pageSize: latestCount },
        // Nobody asks for the number of all rows.
        total: 0,
      }),
      countUnsortedSpending(tx, { userId, mode: settings.bankMode }, addDays(today, -sortingDays)),
      callerId === userId ? readInvitations(tx, userId) : [],
    ]);
    return {
      reminders: income.reminders,
      unsortedCount,
      monthIncome: income.sums,
      today,
      latest: latest.transactions,
      dueNext: income.dueNext.slice(0, dueNextCount),
      getStarted,
      invitations,
    };
  }

  return defineFeature({
    name: "overview",
    contract: overviewContract,
    handlers: {
      getOverview: (_, { session, callerId }) => readOverview(session.userId, callerId),
      getRecentlyDeleted: (_, { session }) => readRecentlyDeleted(kernel, session.userId),
    },
  });
}

/** Reads the first-day steps; the offered income only while the person has no source. */
async function readGetStarted(
  tx: Transaction,
  userId: string,
  sources: OverviewSources,
  facts: Promise<readonly [items: readonly PlainAccessItem[], income: { hasSources: boolean }]>,
): Promise<GetStarted | null> {
  const [{ draftBudgetId, isReviewed }, [items, { hasSources }]] = await together([
    sources.budgets.firstBudget(tx, userId),
    facts,
  ]);
  const linked = items.filter(({ item }) => isLinked(item));
  const isImporting = linked.some(({ item }) => item.state === "importing");
  const hasBank = linked.length > 0;
  const offered = hasSources || !hasBank ? undefined : await sources.income.offered(tx, userId);
  const incomeAt = offered ?? null;
  // Without regular deposits there is nothing to confirm once all of them are here.
  const isEarly = offered === null && (isImporting || (await isHistoryComing(tx, linked)));
  const hasConfirmedIncome = hasBank && incomeAt === null && !isEarly;
  if (hasBank && isReviewed && hasConfirmedIncome) return null;
  return {
    hasBank,
    isImporting,
    hasReviewedBudget: isReviewed,
    draftBudgetId,
    hasConfirmedIncome,
    incomeAt,
  };
}

/** Returns true if earlier rows of some banks are still to come, and with them maybe regular deposits. */
async function isHistoryComing(tx: Transaction, linked: readonly PlainAccessItem[]): Promise<boolean> {
  const ids = linked.map(({ institutionAccessItemId }) => institutionAccessItemId);
  const isOne = inArray(institutionAccessItems.institutionAccessItemId, ids);
  const coming = await tx.$count(
    institutionAccessItems,
    and(isOne, eq(institutionAccessItems.historyComplete, false)),
  );
  return coming > 0;
}

/** Reads the net worth of today, and its recent course. */
async function readWorth(tx: Transaction, owner: WorthOwner): Promise<Overview["netWorth"]> {
  const { today } = owner;
  const from = addDays(today, -worthDays);
  const { worth } = await readNetWorth(tx, owner, {
    from,
    daysOf: () => daysFrom(from, today),
    before: "held",
  });
  return recentWorth(worth, today);
}
