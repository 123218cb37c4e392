import { and, desc, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { undos } from "#server/tables/rule-tables.ts";

/**
 * Reads the order of a person's rules with those that were deleted and can be restored, so that deleted ones know their places among
 * each other, too.
 */
export async function readPlaces(
  tx: Transaction,
  userId: string,
  ruleIds: readonly number[],
): Promise<readonly number[]> {
  const deletions = await tx
    .select({ change: undos.change })
    .from(undos)
    .where(and(eq(undos.userId, userId), sql`jsonb_exists(${undos.change}, 'places')`))
    .orderBy(desc(undos.at));
  return deletions.reduce<readonly number[]>(
    (ids, { change: { rules, places = [] } }) =>
      rules
        .filter(({ after }) => after === null)
        .reduce((list, { ruleId }) => list.toSpliced(placeAmong(list, ruleId, places), 0, ruleId), ids),
    ruleIds,
  );
}

/** Returns the index for a restored rule: below the nearest one that stood above it and is still there. */
export function placeAmong(ids: readonly number[], ruleId: number, places: readonly number[]): number {
  const above = places.slice(0, places.indexOf(ruleId)).findLast((id) => ids.includes(id));
  return above === undefined ? 0 : ids.indexOf(above) + 1;
}
