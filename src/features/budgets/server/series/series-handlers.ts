import type { Database } from "#server/database/db.ts";
import type { Handlers } from "#server/feature.ts";
import type { seriesCalls } from "../../series-contract.ts";
import type { Mode } from "../budget-heads.ts";
import type { Moment } from "./period-maker.ts";
import { savePlan } from "./plan-store.ts";
import type { SeriesStore } from "./series-store.ts";

/** Handlers of the calls of budgets that repeat. */
export function seriesHandlers(
  site: { database: Database; mode: Mode; moment: () => Moment },
  store: SeriesStore,
): Handlers<typeof seriesCalls> {
  return {
    saveBudgetSeries: (input, { session }) => store.save(session.userId, input),
    saveCategoryPlan: (input, { session }) => savePlan(site, session.userId, input),
    setFreshStart: (input, { session }) => store.setFreshStart(session.userId, input),
    deleteBudgetSeries: ({ seriesId }, { session }) => store.remove(session.userId, seriesId),
    restoreBudgetSeries: ({ seriesId }, { session }) => store.restore(session.userId, seriesId),
  };
}
