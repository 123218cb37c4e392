import type { IsMember } from "#features/auth/server/index.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Transaction } from "#server/database/db.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { incomeContract } from "../contract.ts";
import { mountCalendarFeed } from "./reports/calendar-feed-route.ts";
import { CalendarFeedStore } from "./reports/calendar-feed-store.ts";
import {
  detectionHandlers,
  expectedHandlers,
  feedHandlers,
  paymentHandlers,
  reportHandlers,
  sourceHandlers,
  type IncomeSite,
} from "./income-handlers.ts";
import { dropOldIncome } from "./income-removal.ts";
import { readIncomeAtGlance, type IncomeAtGlance } from "./reports/reminder-reader.ts";
import { readDetectedExpected } from "./sources/detected-expected.ts";
import { hasRefused, readDetectedIncome } from "./sources/detected-income.ts";
import { mountRentRollExport } from "./reports/rent-roll-route.ts";

/** Queries on income for other features. */
export type Income = {
  /** Returns what the overview shows of the income at all linked banks. */
  atGlance: (tx: Transaction, userId: string) => Promise<IncomeAtGlance>;
  /**
   * Returns the bank at which regular deposits are offered as sources, and whether some are with what's due, because they
   * aren't monthly; null if the person has refused some before.
   */
  offered: (tx: Transaction, userId: string) => Promise<{ bank: number | null; isDue: boolean } | null>;
};

/** Creates the income feature: amounts due, paid, and overdue (docs/reference/money.md, "Income sources"). */
export function createIncomeFeature(
  kernel: Kernel,
  { isMember, jobs }: { isMember: IsMember; jobs: Jobs },
): { feature: ServerFeature; income: Income } {
  const { settings, now } = kernel;
  const mode = settings.bankMode;
  const site: IncomeSite = {
    asUser: (userId, work) => kernel.database.asUser(userId, (tx) => work({ tx, userId, mode })),
    now,
    today: () => dateInZone(now(), kernel.site.timeZone),
  };
  const feeds = new CalendarFeedStore(kernel.database);
  const limiter = createRateLimiter(kernel, "income");
  sweepHourly({ ...kernel, jobs }, "income", () => dropOldIncome(kernel));

  const feature = defineFeature({
    name: "income",
    contract: incomeContract,
    handlers: {
      ...sourceHandlers(site),
      ...detectionHandlers(site),
      ...expectedHandlers(site),
      ...paymentHandlers(site),
      ...reportHandlers(site),
      ...feedHandlers(site, feeds),
    },
    routes: (app) => {
      mountRentRollExport(app, site, { limiter, ...kernel });
      mountCalendarFeed(app, { site, domain: kernel.site.domain, feeds, isMember, limiter });
    },
  });
  const income: Income = {
    atGlance: (tx, userId) => readIncomeAtGlance({ tx, userId, mode }, site.today()),
    offered: async (tx, userId) => {
      const scope = { tx, userId, mode };
      if (await hasRefused(scope)) return null;
      const [monthly] = await readDetectedIncome(scope, site.today());
      if (monthly !== undefined) return { bank: monthly.institutionAccessItemId, isDue: false };
      return { bank: null, isDue: (await readDetectedExpected(scope, site.today(), "in")).length > 0 };
    },
  };
  return { feature, income };
}
