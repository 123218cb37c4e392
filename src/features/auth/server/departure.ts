import { and, eq, isNull } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { sessions, users } from "#server/tables/auth-tables.ts";
import type { UserMode } from "./session-store.ts";

/** Identity of a person at the provider, the same at every sign-in. */
export type Identity = { mode: UserMode; identityKey: string };

/** Returns a person's identity; null if they are deleted or being deleted. */
export async function readIdentity(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  userId: string,
): Promise<Identity | null> {
  const [found] = await unsafeDb
    .select({ mode: users.mode, identityKey: users.identityKey })
    .from(users)
    .where(and(eq(users.userId, userId), isNull(users.leavingSince)));
  return found ?? null;
}

/**
 * Removes a person's name and ends their sessions. Their identity becomes free, so that a new sign-in creates a new
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
  if (user.leavingSince !== null) return { leavingAs: user.identityKey };
  await tx
    .update(users)
    .set({
      leavingSince: at,
      identityKey: reference,
      issuer: "",
      tenantId: null,
      address: null,
      userDetails: "",
    })
    .where(eq(users.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  return { identity: { mode: user.mode, identityKey: user.identityKey } };
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
