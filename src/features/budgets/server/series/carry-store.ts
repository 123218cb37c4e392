import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { moneyFromSum, negateMoney } from "#shared/money.ts";
import { carryThrough, type ChainPeriod, type ChainStep, type Plan } from "../../domain/series/carry.ts";
import { countedByCategory } from "../rows/period-spending.ts";

/** Figures of the categories with a plan, by budget and category. */
export type CarriedFigures = ReadonlyMap<number, ReadonlyMap<number, PlannedStep>>;

/** A step with the estimate that is stored, before a goal sets it. */
export type PlannedStep = ChainStep & {
  stored: ChainStep["estimate"];
  plan: Plan | null;
  startsFresh: boolean;
};

/** A period of a series, and one of its categories; null without any. */
type EntryRow = Awaited<ReturnType<typeof readEntryRows>>[number];

/**
 * Computes what the categories of series carry, in one statement for all periods up to a day (docs/reference/money.md,
 * "Carrying over"), for those that have a plan in any of them. A deleted period is passed over.
 */
export async function readCarried(
  tx: Transaction,
  { userId }: { userId: string },
  seriesIds: readonly number[],
  until?: string,
): Promise<CarriedFigures> {
  if (seriesIds.length === 0) return new Map();
  const rows = await readEntryRows(tx, userId, seriesIds, until);
  const figures = new Map<number, Map<number, PlannedStep>>();
  for (const ofSeries of Map.groupBy(rows, (row) => row.seriesId).values()) addSteps(figures, ofSeries);
  return figures;
}

function readEntryRows(tx: Transaction, userId: string, seriesIds: readonly number[], until?: string) {
  const { budgetId, seriesId, seriesStart, isoCurrencyCode, deletedAt } = budgets;
  const { every, unit, anchor } = budgetSeries;
  const { financialCategoryId, estimate, plan, startsFresh } = budgetCategories;
  const isMeant = and(
    sql`${seriesId} = any(${sql.param([...seriesIds])}::int[])`,
    isNotNull(seriesStart),
    isNull(deletedAt),
    until === undefined ? undefined : lte(seriesStart, until),
  );
  const counted = sql`(${countedByCategory(userId, isMeant)}) as counted`;
  return withKeptPlan(
    tx
      .select({
        budgetId,
        seriesId,
        seriesStart: sql<string>`${seriesStart}::text`,
        isoCurrencyCode,
        every,
        unit,
        anchor,
        id: financialCategoryId,
        estimate: sql<string | null>`${estimate}::text`,
        plan,
        startsFresh,
        amount: sql<string | null>`counted.amount::text`,
      })
      .from(budgets)
      .innerJoin(budgetSeries, eq(budgetSeries.seriesId, seriesId))
      .leftJoin(budgetCategories, eq(budgetCategories.budgetId, budgetId))
      .leftJoin(
        counted,
        sql`counted.budget_id = ${budgetId} and counted.financial_category_id = ${financialCategoryId}`,
      )
      .where(and(eq(budgets.userId, userId), isMeant))
      .orderBy(seriesId, seriesStart),
  );
}

/** Adds the steps of a series; each category has one of the rows of a period, or none. */
function addSteps(figures: Map<number, Map<number, PlannedStep>>, rows: readonly EntryRow[]): void {
  const [schedule] = rows;
  if (schedule === undefined) return;
  const periods = [...Map.groupBy(rows, (row) => row.budgetId).values()];
  for (const id of new Set(rows.flatMap((row) => (row.plan === null ? [] : row.id)))) {
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
  const { budgetId, seriesStart, isoCurrencyCode, plan } = row;
  if (row.id !== id) return { budgetId, seriesStart, isoCurrencyCode, entry: null };
  const [estimate, spent] = [moneyFromSum(row.estimate), negateMoney(moneyFromSum(row.amount))];
  const startsFresh = row.startsFresh === true;
  return { budgetId, seriesStart, isoCurrencyCode, entry: { estimate, plan, startsFresh, spent } };
}
