import { and, lte, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import { zeroMoney } from "#shared/money.ts";
import { carryThrough, type ChainStep, type Plan } from "../../domain/series/carry.ts";
import type { Owner } from "../budget-heads.ts";
import { readCountedBudgets, type CountedBudget } from "../rows/period-spending.ts";

/** Figures of the categories with a plan, by budget and category. */
export type CarriedFigures = ReadonlyMap<number, ReadonlyMap<number, PlannedStep>>;

/** A step with the plan that it follows. */
export type PlannedStep = ChainStep & { plan: Plan | null; startsFresh: boolean };

/**
 * Computes what the categories of series carry, in one statement for all periods up to a day (docs/reference/money.md,
 * "Carrying over"). A deleted period is passed over.
 */
export async function readCarried(
  tx: Transaction,
  owner: Owner,
  seriesIds: readonly number[],
  until: string,
): Promise<CarriedFigures> {
  if (seriesIds.length === 0) return new Map();
  const { seriesId, seriesStart } = budgets;
  const areMeant = and(sql`${seriesId} = any(${sql.param([...seriesIds])}::int[])`, lte(seriesStart, until));
  return carriedFigures(await readCountedBudgets(tx, owner, areMeant));
}

/** Computes what the categories of series carry that have a plan in any of these periods. */
export function carriedFigures(counted: readonly CountedBudget[]): CarriedFigures {
  const figures = new Map<number, Map<number, PlannedStep>>();
  for (const ofSeries of Map.groupBy(counted, ({ head }) => head.seriesId).values())
    addSteps(figures, ofSeries);
  return figures;
}

/** Adds the steps of a series' categories. */
function addSteps(figures: Map<number, Map<number, PlannedStep>>, counted: readonly CountedBudget[]): void {
  const periods = counted
    .flatMap(({ seriesStart, ...period }) => (seriesStart === null ? [] : { ...period, seriesStart }))
    .toSorted((a, b) => (a.seriesStart < b.seriesStart ? -1 : 1));
  const schedule = periods[0]?.schedule;
  if (!schedule) return;
  const planned = periods.flatMap(({ entries }) =>
    [...entries].flatMap(([id, { plan }]) => (plan === null ? [] : id)),
  );
  for (const id of new Set(planned)) {
    const chain = periods.map(({ head: { budgetId, isoCurrencyCode }, seriesStart, entries, spending }) => {
      const own = entries.get(id);
      const entry = own === undefined ? null : { ...own, spent: spending.get(id) ?? zeroMoney };
      return { budgetId, seriesStart, isoCurrencyCode, entry };
    });
    carryThrough(chain, schedule).forEach((step, index) => {
      const { budgetId, entry } = chain[index] ?? {};
      if (step === null || budgetId === undefined || !entry) return;
      const { plan, startsFresh } = entry;
      const steps = figures.get(budgetId) ?? new Map<number, PlannedStep>();
      figures.set(budgetId, steps.set(id, { ...step, plan, startsFresh }));
    });
  }
}
