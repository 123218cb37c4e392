import { and, eq, isNull, or } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { identities, invitations, passkeys, sessions, users } from "#server/tables/auth-tables.ts";
import { householdMembers } from "#server/tables/household-tables.ts";
import type { UserMode } from "./session-store.ts";

/** Identity of a person, the same at every sign-in: the provider's account that they came with, or else their handle. */
export type Identity = { mode: UserMode; identityKey: string };

/** Returns a person's identity; null if they are deleted or being deleted. */
export async function readIdentity(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  userId: string,
): Promise<Identity | null> {
  const [user] = await unsafeDb
    .select()
    .from(users)
    .where(and(eq(users.userId, userId), isNull(users.leavingSince)));
  return user === undefined ? null : identityOf(unsafeDb, user);
}

async function identityOf(
  db: Pick<Transaction, "select">,
  { userId, mode, handle, firstSignIn }: typeof users.$inferSelect,
): Promise<Identity> {
  const [first] = await db
    .select({ identityKey: identities.identityKey })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.linkedAt, firstSignIn)));
  return { mode, identityKey: first?.identityKey ?? handle };
}

/**
 * Removes a person's name, ways of signing in, sessions, and memberships of households. Their identity becomes free, so that a new sign-in creates a new
 * person. Their data stays with the row, now named `reference`, until `forgetUser` deletes it. Returns null if they are
 * already deleted, or the earlier reference if they are being deleted. Needs a transaction of `unsafeDb`.
 */
export async function beginLeaving(
  tx: Transaction,
  userId: string,
  { reference, at }: { reference: string; at: Date },
): Promise<{ identity: Identity } | { leavingAs: string } | null> {
  const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for("update");
  if (user === undefined) return null;
  if (user.leavingSince !== null) return { leavingAs: user.handle };
  const identity = await identityOf(tx, user);
  await tx
    .update(users)
    .set({ leavingSince: at, handle: reference, userDetails: "", role: "visitor" })
    .where(eq(users.userId, userId));
  await tx
    .delete(householdMembers)
    .where(or(eq(householdMembers.userId, userId), eq(householdMembers.memberId, userId)));
  for (const table of [sessions, identities, passkeys, invitations])
    await tx.delete(table).where(eq(table.userId, userId));
  return { identity };
}

/** Locks a person's row until the end of the transaction; false if they are deleted. */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const found = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.userId, userId))
    .for("update");
  return found.length > 0;
}

/** Deletes a person's row with all remaining data. */
export async function forgetUser(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.userId, userId));
}
