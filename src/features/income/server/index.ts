import { changeAsUser } from "#server/database/change-as-user.ts";
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
  expectedHandlers,
  feedHandlers,
  paymentHandlers,
  reportHandlers,
  sourceHandlers,
  type IncomeSite,
} from "./income-handlers.ts";
import { dropOldIncome } from "./income-removal.ts";
import { readIncomeAtGlance, type IncomeAtGlance } from "./reports/reminder-reader.ts";
import { hasRefusedIncome, readDetectedSources } from "./sources/detected-sources.ts";

/** Queries on income for other features. */
export type Income = {
  /** Returns what the overview shows of the income at all linked banks. */
  atGlance: (tx: Transaction, userId: string) => Promise<IncomeAtGlance>;
  /**
   * Returns a bank at which regular deposits are offered as sources, or null; undefined if the person has refused some before,
   * and so has decided.
   */
  offered: (tx: Transaction, userId: string) => Promise<number | null | undefined>;
};

/** Creates the income feature: amounts due, paid, and overdue (docs/reference/money.md, "Income sources"). */
export function createIncomeFeature(
  kernel: Kernel,
  { isMember, jobs }: { isMember: IsMember; jobs: Jobs },
): { feature: ServerFeature; income: Income } {
  const { settings, now } = kernel;
  const mode = settings.bankMode;
  const site: IncomeSite = {
    asUser: (userId, work) => changeAsUser(kernel.database, userId, (tx) => work({ tx, userId, mode })),
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
      ...expectedHandlers(site),
      ...paymentHandlers(site),
      ...reportHandlers(site),
      ...feedHandlers(site, feeds),
    },
    routes: (app) => mountCalendarFeed(app, { site, domain: kernel.site.domain, feeds, isMember, limiter }),
  });
  const income: Income = {
    atGlance: (tx, userId) => readIncomeAtGlance({ tx, userId, mode }, site.today()),
    offered: async (tx, userId) => {
      const scope = { tx, userId, mode };
      if (await hasRefusedIncome(scope)) return undefined;
      const [first] = await readDetectedSources(scope, site.today(), "in");
      return first?.institutionAccessItemId ?? null;
    },
  };
  return { feature, income };
}
