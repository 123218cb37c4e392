import { and, asc, count, desc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { householdChanges, householdMembers } from "#server/tables/household-tables.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { HouseholdAccess } from "#shared/household.ts";

export type MembershipRow = typeof householdMembers.$inferSelect;
type Person = { userId: string; name: string };

/** An owner, the invited included, shares with at most this many. */
const mostMembers = 10;
const changesAtOnce = 100;

/** SQL for memberships and the journal, each on behalf of one person (row-level security). */
export class HouseholdStore {
  readonly #database: Pick<Database, "asUser">;
  readonly #now: () => Date;

  constructor(database: Pick<Database, "asUser">, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Lists the memberships in which a person is the owner or the member, oldest first. */
  async list(userId: string): Promise<MembershipRow[]> {
    return this.#database.asUser(userId, (tx) =>
      tx
        .select()
        .from(householdMembers)
        .where(isIn(userId))
        .orderBy(asc(householdMembers.invitedAt), asc(householdMembers.membershipId)),
    );
  }

  /** @throws AppError 409 if the person is invited already, or the household is full */
  async invite(owner: Person, member: Person, access: HouseholdAccess): Promise<MembershipRow> {
    return this.#database.asUser(owner.userId, async (tx) => {
      await takeLock(tx, `household of ${owner.userId}`);
      const [known] = await tx
        .select({ members: count() })
        .from(householdMembers)
        .where(eq(householdMembers.userId, owner.userId));
      if ((known?.members ?? 0) >= mostMembers)
        throw conflict("userId", `You can share with ${mostMembers} people at most.`);
      const [made] = await tx
        .insert(householdMembers)
        .values({
          userId: owner.userId,
          ownerName: owner.name,
          memberId: member.userId,
          memberName: member.name,
          access,
          invitedAt: this.#now(),
        })
        .onConflictDoNothing()
        .returning();
      if (made === undefined) throw conflict("userId", `You’ve already invited ${member.name}.`);
      return made;
    });
  }

  /** Accepts or declines an open invitation. @throws AppError 404 if there is none */
  async answer(memberId: string, membershipId: string, accept: boolean): Promise<MembershipRow> {
    const isOpen = and(
      eq(householdMembers.membershipId, membershipId),
      eq(householdMembers.memberId, memberId),
      isNull(householdMembers.acceptedAt),
    );
    return this.#one(memberId, (tx) =>
      accept
        ? tx.update(householdMembers).set({ acceptedAt: this.#now() }).where(isOpen).returning()
        : tx.delete(householdMembers).where(isOpen).returning(),
    );
  }

  /** @throws AppError 404 if the owner has no such member */
  async setAccess(ownerId: string, membershipId: string, access: HouseholdAccess): Promise<MembershipRow> {
    const isTheirs = and(
      eq(householdMembers.membershipId, membershipId),
      eq(householdMembers.userId, ownerId),
    );
    return this.#one(ownerId, (tx) =>
      tx.update(householdMembers).set({ access }).where(isTheirs).returning(),
    );
  }

  /** Ends a membership for its owner or its member. @throws AppError 404 if it isn't theirs */
  async end(userId: string, membershipId: string): Promise<MembershipRow> {
    const isTheirs = and(eq(householdMembers.membershipId, membershipId), isIn(userId));
    return this.#one(userId, (tx) => tx.delete(householdMembers).where(isTheirs).returning());
  }

  /** Lists changes of an owner's money, newest first. */
  async changes(
    ownerId: string,
    before: number | undefined,
  ): Promise<(typeof householdChanges.$inferSelect)[]> {
    const isOlder =
      before === undefined ? isNotNull(householdChanges.changeId) : lt(householdChanges.changeId, before);
    return this.#database.asUser(ownerId, (tx) =>
      tx
        .select()
        .from(householdChanges)
        .where(and(eq(householdChanges.userId, ownerId), isOlder))
        .orderBy(desc(householdChanges.changeId))
        .limit(changesAtOnce),
    );
  }

  async #one(userId: string, change: (tx: Transaction) => Promise<MembershipRow[]>): Promise<MembershipRow> {
    const [row] = await this.#database.asUser(userId, change);
    if (row === undefined) throw notFound();
    return row;
  }
}

/** Returns the names of those who have invited a person and wait for the answer, oldest first. */
export async function readInvitations(tx: Transaction, memberId: string): Promise<string[]> {
  const rows = await tx
    .select({ ownerName: householdMembers.ownerName })
    .from(householdMembers)
    .where(and(eq(householdMembers.memberId, memberId), isNull(householdMembers.acceptedAt)))
    .orderBy(asc(householdMembers.invitedAt), asc(householdMembers.membershipId));
  return rows.map(({ ownerName }) => ownerName);
}

function isIn(userId: string) {
  return or(eq(householdMembers.userId, userId), eq(householdMembers.memberId, userId));
}
