import { lockCategories } from "#features/transactions/server/index.ts";
import { and, asc, eq, exists, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { budgetAccessItems, budgetCategories, budgets, budgetSeries } from "#server/tables/budget-tables.ts";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import type { Period } from "../../domain/budget-copy.ts";
import { aheadDays, missingPeriods } from "../../domain/series/rhythm.ts";
import { nameOfPeriod } from "../../domain/series/series-name.ts";
import { isOwnOrTemplate, type Mode, type Owner } from "../budget-heads.ts";

export type Moment = { now: Date; today: string };

/** Makes one change of a person's series after the other, on all servers. */
export function lockSeries(tx: Transaction, userId: string): Promise<void> {
  return takeLock(tx, `budget series of ${userId}`);
}

/**
 * Makes the periods that a person's series lack (docs/reference/money.md, "Series"), and returns how many. Without any
 * missing, it's one statement; of two callers at once, the second finds them made.
 */
export async function makePeriods(tx: Transaction, owner: Owner, { now, today }: Moment): Promise<number> {
  const lacking = tx
    .select({ series: sql<number>`count(*)::int` })
    .from(budgetSeries)
    .where(isDue(owner, today));
  const [found] = await withKeptPlan(lacking);
  if (found?.series === 0) return 0;
  await lockSeries(tx, owner.userId);
  const due = await tx
    .select()
    .from(budgetSeries)
    .where(isDue(owner, today))
    .orderBy(asc(budgetSeries.seriesId));
  let count = 0;
  for (const series of due) {
    const periods = missingPeriods(series, today);
    count += await insertPeriods(tx, owner.userId, { seriesId: series.seriesId, periods, now });
  }
  return count;
}

/** Makes the periods of everyone's series, and returns the people who got any. */
export async function makeAllPeriods(
  database: Pick<Database, "unsafeDb" | "asUser">,
  mode: Mode,
  moment: Moment,
): Promise<string[]> {
  const people = await database.unsafeDb
    .selectDistinct({ userId: budgetSeries.userId })
    .from(budgetSeries)
    .where(isBehind(moment.today));
  const changed: string[] = [];
  for (const { userId } of people) {
    const count = await database.asUser(userId, (tx) => makePeriods(tx, { userId, mode }, moment));
    if (count > 0) changed.push(userId);
  }
  return changed;
}

/** Condition for a person's series that aren't deleted and may lack a period. */
function isDue(owner: Owner, today: string) {
  const template = sql`(select from ${budgets} where ${budgets.seriesId} = ${budgetSeries.seriesId}
    and ${budgets.seriesStart} is null and ${budgets.deletedAt} is null and ${isOwnOrTemplate(owner)})`;
  return and(eq(budgetSeries.userId, owner.userId), isBehind(today), exists(template));
}

function isBehind(today: string) {
  return and(
    lt(budgetSeries.madeThrough, addDays(today, aheadDays)),
    or(isNull(budgetSeries.ends), gt(budgetSeries.ends, budgetSeries.madeThrough)),
  );
}

/** Inserts periods as the series' template says. One that exists, even deleted, stays as it is. */
async function insertPeriods(
  tx: Transaction,
  userId: string,
  { seriesId, periods, now }: { seriesId: number; periods: readonly Period[]; now: Date },
): Promise<number> {
  const last = periods.at(-1);
  const [template] = await tx
    .select()
    .from(budgets)
    .where(and(eq(budgets.seriesId, seriesId), isNull(budgets.seriesStart)));
  if (last === undefined || template === undefined) return 0;
  const { mode, isoCurrencyCode } = template;
  await lockParts(tx, userId, template.budgetId);
  const made = await tx
    .insert(budgets)
    .values(
      periods.map((period) => ({
        ...period,
        userId,
        mode,
        isoCurrencyCode,
        seriesId,
        name: nameOfPeriod(template.name, period),
        seriesStart: period.startDate,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ budgetId: budgets.budgetId });
  const ids = sql.param(made.map(({ budgetId }) => budgetId));
  await tx.execute(sql`
    insert into ${budgetCategories} (budget_id, financial_category_id, user_id, estimate, plan)
    select made.id, own.financial_category_id, own.user_id, own.estimate, own.plan
    from unnest(${ids}::int[]) as made (id) cross join ${budgetCategories} own where own.budget_id = ${template.budgetId}`);
  await tx.execute(sql`
    insert into ${budgetAccessItems} (budget_id, institution_access_item_id, user_id)
    select made.id, own.institution_access_item_id, own.user_id
    from unnest(${ids}::int[]) as made (id) cross join ${budgetAccessItems} own where own.budget_id = ${template.budgetId}`);
  await tx.update(budgetSeries).set({ madeThrough: last.endDate }).where(eq(budgetSeries.seriesId, seriesId));
  return made.length;
}

/** Locks the template's categories and banks, so that none is deleted before the periods have them. */
async function lockParts(tx: Transaction, userId: string, templateId: number): Promise<void> {
  const categories = await tx
    .select({ id: budgetCategories.financialCategoryId })
    .from(budgetCategories)
    .where(eq(budgetCategories.budgetId, templateId));
  await lockCategories(
    tx,
    userId,
    categories.map(({ id }) => id),
  );
  const ofTemplate = tx
    .select({ id: budgetAccessItems.institutionAccessItemId })
    .from(budgetAccessItems)
    .where(eq(budgetAccessItems.budgetId, templateId));
  await tx
    .select({ id: institutionAccessItems.institutionAccessItemId })
    .from(institutionAccessItems)
    .where(inArray(institutionAccessItems.institutionAccessItemId, ofTemplate))
    .orderBy(asc(institutionAccessItems.institutionAccessItemId))
    .for("key share");
}
