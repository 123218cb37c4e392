import { lt, sql } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { householdChanges } from "#server/tables/household-tables.ts";

const keptDays = 400;
const keptLines = 10_000;
const dayMs = 24 * 60 * 60_000;

/** Deletes lines of journals that are older than 400 days, and of each owner's all but the newest 10,000. */
export async function sweepJournals(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  at: Date,
): Promise<Record<string, number>> {
  const old = await unsafeDb
    .delete(householdChanges)
    .where(lt(householdChanges.at, new Date(at.getTime() - keptDays * dayMs)));
  // Materialized, because Postgres, when it believes that there are few, would number all of them again for each.
  const many = await unsafeDb.execute(sql`
    with too_old as materialized (
      select change_id from (
        select change_id, row_number() over (partition by user_id order by change_id desc) as place
        from household_changes) numbered
      where place > ${keptLines})
    delete from household_changes where change_id in (select change_id from too_old)`);
  return { changes: (old.rowCount ?? 0) + (many.rowCount ?? 0) };
}
