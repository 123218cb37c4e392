import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { moneyFromSum, negateMoney } from "#shared/money.ts";
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

/** A period of a series, and one of its categories that have a plan in any period; null without any. */
type EntryRow = {
  budget_id: number;
  series_id: number;
  series_start: string;
  iso_currency_code: string;
  every: number;
  unit: Schedule["unit"];
  anchor: string;
  id: number | null;
  estimate: string | null;
  plan: Plan | null;
  starts_fresh: boolean | null;
  amount: string | null;
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
  const { budgetId, seriesId, seriesStart, isoCurrencyCode, deletedAt } = budgets;
  const ids = sql`${sql.param([...seriesIds])}::int[]`;
  const isMeant = sql`${seriesId} = any(${ids}) and ${seriesStart} is not null and ${deletedAt} is null
    and ${until === undefined ? sql`true` : sql`${seriesStart} <= ${until}`}`;
  const { rows } = await tx.execute<EntryRow>(sql`
    with planned as materialized (
      select period.series_id, array_agg(distinct has.financial_category_id) as ids
      from ${budgetCategories} has join ${budgets} period using (budget_id)
      where period.series_id = any(${ids}) and has.plan is not null group by 1),
    counted as materialized (${countedByCategory(userId, isMeant)})
    select ${budgetId}, ${seriesId}, ${seriesStart}::text as series_start, ${isoCurrencyCode},
      ${budgetSeries.every}, ${budgetSeries.unit}, ${budgetSeries.anchor}::text as anchor,
      own.financial_category_id as id, own.estimate::text, own.plan, own.starts_fresh, counted.amount::text
    from ${budgets} join ${budgetSeries} using (series_id) join planned using (series_id)
    left join ${budgetCategories} own on own.budget_id = ${budgetId} and own.financial_category_id = any(planned.ids)
    left join counted on counted.budget_id = ${budgetId} and counted.financial_category_id = own.financial_category_id
    where ${budgets.userId} = ${userId} and ${isMeant}
    order by ${seriesId}, ${seriesStart}`);
  const figures = new Map<number, Map<number, PlannedStep>>();
  for (const ofSeries of Map.groupBy(rows, (row) => row.series_id).values()) addSteps(figures, ofSeries);
  return figures;
}

/** Adds the steps of a series; each category has one of the rows of a period, or none. */
function addSteps(figures: Map<number, Map<number, PlannedStep>>, rows: readonly EntryRow[]): void {
  const [schedule] = rows;
  if (schedule === undefined) return;
  const periods = [...Map.groupBy(rows, (row) => row.budget_id).values()];
  for (const id of new Set(rows.map((row) => row.id))) {
    if (id === null) continue;
    const chain = periods
      .flatMap((own) => own.find((row) => row.id === id) ?? own.slice(0, 1))
      .map((row) => chainPeriod(row, id));
    carryThrough(chain, schedule).forEach((step, index) => {
      const { budgetId, entry } = chain[index] ?? {};
      if (step === null || budgetId === undefined || !entry) return;
      const { estimate: stored, plan, startsFresh } = entry;
      const steps = figures.get(budgetId) ?? new Map<number, PlannedStep>();
      figures.set(budgetId, steps.set(id, { ...step, stored, plan, startsFresh }));
    });
  }
}

/** Returns the period of a row, without an entry if the row is another category's. */
function chainPeriod(row: EntryRow, id: number): ChainPeriod & { budgetId: number } {
  const { budget_id: budgetId, series_start: seriesStart, iso_currency_code: isoCurrencyCode, plan } = row;
  if (row.id !== id) return { budgetId, seriesStart, isoCurrencyCode, entry: null };
  const [estimate, spent] = [moneyFromSum(row.estimate), negateMoney(moneyFromSum(row.amount))];
  const startsFresh = row.starts_fresh === true;
  return { budgetId, seriesStart, isoCurrencyCode, entry: { estimate, plan, startsFresh, spent } };
}
