import { sql } from "drizzle-orm";
import { someone } from "#shared/household.ts";
import { actingFor } from "../database/acting.ts";
import type { Transaction } from "../database/db.ts";
import { householdChanges, householdMembers } from "../tables/household-tables.ts";

/**
 * Reads the names of people who did something to the money of `ownerId`, as whoever reads it now knows them: the latest in the
 * journal, or else that of the invitation. The function gives null for that reader and for nobody. Without other people, there is
 * no query.
 */
export async function readActorNames(
  tx: Transaction,
  ownerId: string,
  actorIds: Iterable<string>,
): Promise<(actorId: string | null) => string | null> {
  const acting = actingFor(ownerId);
  const readerId = acting?.memberId ?? ownerId;
  const unknown = new Set(actorIds);
  unknown.delete(readerId);
  const names = new Map<string, string>();
  // A member can't read invitations, and the owner may have changed nothing while sharing.
  const ownerName = acting?.ownerName ?? null;
  if (ownerName !== null && unknown.delete(ownerId)) names.set(ownerId, ownerName);
  if (unknown.size > 0) {
    const { rows } = await tx.execute<{ id: string; name: string | null }>(sql`
      select id, coalesce(
        (select actor_name from ${householdChanges} where user_id = ${ownerId} and actor_id = id order by change_id desc limit 1),
        (select member_name from ${householdMembers} where user_id = ${ownerId} and member_id = id)) as name
      from unnest(${sql.param([...unknown])}::uuid[]) as id`);
    for (const { id, name } of rows) names.set(id, name ?? someone);
  }
  return (actorId) => (actorId === null ? null : (names.get(actorId) ?? null));
}
