import type { Database } from "#server/database/db.ts";
import { householdMembers } from "#server/tables/household-tables.ts";
import { moneyCookie, type HouseholdAccess } from "#shared/household.ts";
import { createTestUser } from "./auth-factory.ts";

/** Returns the cookies of a browser that shows the money of a membership. */
export function showing(cookie: string, membershipId: string): string {
  return `${cookie}; ${moneyCookie}=${membershipId}`;
}

/** Creates a person to whom an owner has given access, and who has accepted. `cookie` shows the owner's money. */
export async function createTestMember(database: Database, ownerId: string, access: HouseholdAccess) {
  const memberName = `${access}-${crypto.randomUUID().slice(0, 8)}@lanternfish-works.example`;
  const member = await createTestUser(database, { userDetails: memberName });
  const [made] = await database.unsafeDb
    .insert(householdMembers)
    .values({
      userId: ownerId,
      ownerName: "the owner",
      memberId: member.userId,
      memberName,
      access,
      invitedAt: new Date(),
      acceptedAt: new Date(),
    })
    .returning();
  if (made === undefined) throw new Error("no membership was made");
  const { membershipId } = made;
  return {
    userId: member.userId,
    name: memberName,
    ownCookie: member.cookie,
    cookie: showing(member.cookie, membershipId),
    membershipId,
  };
}
