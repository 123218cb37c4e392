import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { money, moneyFromSum, negateMoney } from "#shared/money.ts";
import { carryThrough, type ChainPeriod, type ChainStep, type Plan } from "../../domain/series/carry.ts";
import type { Schedule } from "../../domain/series/rhythm.ts";
import { countedByCategory } from "../rows/period-spending.ts";

/** Figures of the categories with a plan, by budget and category. */
export type CarriedFigures = ReadonlyMap<number, ReadonlyMap<number, PlannedStep>>;

/** A step with the estimate that is stored, before a goal sets it. */
export type PlannedStep = ChainStep & {
  stored: ChainStep["estimate"];
  plan: Plan | null;
  startsFresh: boolean;
};

type PeriodRow = {
  budget_id: number;
  series_id: number;
  series_start: string;
  iso_currency_code: string;
  every: number;
  unit: Schedule["unit"];
  anchor: string;
  entries: { id: number; estimate: number; plan: Plan | null; fresh: boolean }[] | null;
  sums: Record<string, string> | null;
};

/**
 * Computes what the categories of series carry, in one statement for all periods up to a day (docs/reference/money.md,
 * "Carrying over"). A deleted period is passed over. Only categories with a plan are read.
 */
export async function readCarried(
  tx: Transaction,
  { userId }: { userId: string },
  seriesIds: readonly number[],
  until?: string,
): Promise<CarriedFigures> {
  if (seriesIds.length === 0) return new Map();
  const ids = sql`${sql.param([...seriesIds])}::int[]`;
  const { rows } = await tx.execute<PeriodRow>(sql`
    with planned as materialized (
      select period.series_id, array_agg(distinct has.financial_category_id) as ids
      from ${budgetCategories} has join ${budgets} period using (budget_id)
      where period.series_id = any(${ids}) and has.plan is not null group by 1)
    select ${budgets.budgetId}, ${budgets.seriesId}, ${budgets.seriesStart}::text as series_start,
      ${budgets.isoCurrencyCode}, ${budgetSeries.every}, ${budgetSeries.unit}, ${budgetSeries.anchor}::text as anchor,
      (select jsonb_agg(jsonb_build_object('id', financial_category_id, 'estimate', estimate, 'plan', plan, 'fresh', starts_fresh))
        from ${budgetCategories} own where own.budget_id = ${budgets.budgetId} and own.financial_category_id = any(planned.ids)) as entries,
      (select jsonb_object_agg(id, amount::text) from (${countedByCategory(userId)}) as counted where id = any(planned.ids)) as sums
    from ${budgets} join ${budgetSeries} using (series_id)
    join planned using (series_id)
    where ${budgets.userId} = ${userId} and ${budgets.seriesId} = any(${ids})
      and ${budgets.seriesStart} is not null and ${budgets.deletedAt} is null
      ${until === undefined ? sql`` : sql`and ${budgets.seriesStart} <= ${until}`}
    order by ${budgets.seriesId}, ${budgets.seriesStart}`);
  const figures = new Map<number, Map<number, PlannedStep>>();
  for (const periods of Map.groupBy(rows, (row) => row.series_id).values()) addSteps(figures, periods);
  return figures;
}

function addSteps(figures: Map<number, Map<number, PlannedStep>>, periods: readonly PeriodRow[]): void {
  const [first] = periods;
  if (first === undefined) return;
  const { every, unit, anchor } = first;
  const entriesOf = periods.map(({ entries }) => new Map(entries?.map((entry) => [entry.id, entry])));
  for (const id of new Set(entriesOf.flatMap((entries) => [...entries.keys()]))) {
    const chain = periods.map((period, index): ChainPeriod => {
      const entry = entriesOf[index]?.get(id);
      const { series_start: seriesStart, iso_currency_code: isoCurrencyCode } = period;
      if (entry === undefined) return { seriesStart, isoCurrencyCode, entry: null };
      const { plan, fresh: startsFresh } = entry;
      const spent = negateMoney(moneyFromSum(period.sums?.[id] ?? null));
      return {
        seriesStart,
        isoCurrencyCode,
        entry: { estimate: money(entry.estimate), plan, startsFresh, spent },
      };
    });
    carryThrough(chain, { every, unit, anchor }).forEach((step, index) => {
      const [period, entry] = [periods[index], entriesOf[index]?.get(id)];
      if (step === null || period === undefined || entry === undefined) return;
      const { plan, fresh: startsFresh } = entry;
      const steps = figures.get(period.budget_id) ?? new Map<number, PlannedStep>();
      figures.set(
        period.budget_id,
        steps.set(id, { ...step, stored: money(entry.estimate), plan, startsFresh }),
      );
    });
  }
}
