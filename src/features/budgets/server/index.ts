import { z } from "zod";
import { tellChanges } from "#server/events/changes.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { restorableSince } from "#server/restorable.ts";
import type { Transaction } from "#server/database/db.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { budgetsContract, type BudgetListRow } from "../contract.ts";
import { budgetHandlers } from "./budget-handlers.ts";
import { BudgetReader, type ReadAccessItems } from "./budget-reader.ts";
import { draftBudget, draftJob, readFirstBudget, type FirstBudget } from "./budget-draft.ts";
import { BudgetStore } from "./budget-store.ts";
import { categoryHandlers } from "./categories/category-handlers.ts";
import { purgeRemovals } from "./categories/category-removal.ts";
import { rowHandlers } from "./rows/row-handlers.ts";
import { makeAllPeriods } from "./series/period-maker.ts";
import { seriesHandlers } from "./series/series-handlers.ts";
import { SeriesStore } from "./series/series-store.ts";

export { requestDraft } from "./budget-draft.ts";
export { readDeletedBudgets } from "./deleted-budgets.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Queries on budgets for other features. */
export type Budgets = {
  /** Returns the budgets that cover today, with their progress; the one that starts last first. */
  ofToday: (tx: Transaction, userId: string) => Promise<BudgetListRow[]>;
  /** Returns whether a person has reviewed a first budget, and its draft if they haven't. */
  firstBudget: (tx: Transaction, userId: string) => Promise<FirstBudget>;
};

/** Creates the feature for budgets, exemptions and categories of ledger rows, and the categories themselves. */
export function createBudgetsFeature(
  kernel: Kernel,
  options: { accessItems: ReadAccessItems; jobs: Jobs },
): { feature: ServerFeature; budgets: Budgets } {
  const { database, now, site, settings } = kernel;
  const mode = settings.bankMode;
  const store = new BudgetStore(database, mode, now);
  const today = () => dateInZone(now(), site.timeZone);
  const moment = () => ({ now: now(), today: today() });
  const reader = new BudgetReader({ database, mode, moment, accessItems: options.accessItems });
  const series = new SeriesStore({ database, mode, moment, budgets: store });
  // Purges what was deleted and can no longer be restored (docs/reference/product.md, "Undo").
  sweepHourly({ ...kernel, jobs: options.jobs }, "budgets", async () => {
    const before = restorableSince(now());
    return { budgets: await store.purge(before), categories: await purgeRemovals(database, before) };
  });
  options.jobs.register({
    kind: draftJob,
    payload: z.object({}),
    run: async ({ key: userId }) => {
      const isMade = await database.asUser(userId, (tx) =>
        draftBudget(tx, { userId, mode }, { now: now(), today: today() }),
      );
      if (isMade) tellChanges(kernel.bus, { userId, changes: ["budgets"] });
      return undefined;
    },
  });
  options.jobs.repeat({
    kind: "budget series",
    everyMs: dayMs,
    run: async () => {
      for (const userId of await makeAllPeriods(database, mode, moment()))
        tellChanges(kernel.bus, { userId, changes: ["budgets"] });
      return undefined;
    },
  });
  const feature = defineFeature({
    name: "budgets",
    contract: budgetsContract,
    handlers: {
      ...budgetHandlers(reader, store),
      ...seriesHandlers({ database, mode, moment }, series),
      ...rowHandlers(kernel, options.jobs),
      ...categoryHandlers(kernel),
    },
  });
  const budgets: Budgets = {
    ofToday: (tx, userId) => reader.ofToday(tx, userId),
    firstBudget: (tx, userId) => readFirstBudget(tx, { userId, mode }),
  };
  return { feature, budgets };
}
