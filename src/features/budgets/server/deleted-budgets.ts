import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { budgets } from "#server/tables/budget-tables.ts";
import { isOwnOrTemplate, type Owner } from "./budget-heads.ts";

type Deleted = { id: number; name: string; at: Date | null };

/** Returns what a person has deleted since a time: budgets, and series with all budgets that went along. */
export async function readDeletedBudgets(
  tx: Transaction,
  owner: Owner,
  since: Date,
): Promise<{ single: Deleted[]; series: Deleted[] }> {
  // A column is written without its table in what a query of one table selects, where it would be that of `first`.
  const firstName = sql<string | null>`(select first.name from ${budgets} first
    where first.series_id = ${budgets}.series_id and first.series_start is not null order by first.series_start limit 1)`;
  const wentAlong = sql`exists (select from ${budgets} template where template.series_id = ${budgets.seriesId}
    and template.series_start is null and template.deleted_at = ${budgets.deletedAt})`;
  const rows = await tx
    .select({
      budgetId: budgets.budgetId,
      seriesId: budgets.seriesId,
      isPeriod: sql<boolean>`${budgets.seriesStart} is not null`,
      name: budgets.name,
      firstName,
      at: budgets.deletedAt,
    })
    .from(budgets)
    .where(
      and(
        isOwnOrTemplate(owner),
        gt(budgets.deletedAt, since),
        or(isNull(budgets.seriesId), isNull(budgets.seriesStart), sql`not ${wentAlong}`),
      ),
    );
  const single = rows.filter((row) => row.seriesId === null || row.isPeriod);
  const series = rows.flatMap(({ seriesId, isPeriod, firstName: first, name, at }) =>
    seriesId === null || isPeriod ? [] : [{ id: seriesId, name: first ?? name, at }],
  );
  return { single: single.map(({ budgetId: id, name, at }) => ({ id, name, at })), series };
}
