import { and, eq, isNull } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { sessions, users } from "#server/tables/auth-tables.ts";
import type { UserMode } from "./session-store.ts";

/** Who a person is to the provider that vouches for them: the same at every sign-in. */
export type Identity = { mode: UserMode; identityKey: string };

/** Null for somebody who is gone or is leaving. */
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
 * Takes a person's name off everything that they have here, for good: all their sessions end, and the identity is free,
 * so that whoever signs in with it is a new person. What they have stays with the row until it can be deleted
 * (`forgetUser`). `reference` names the row in the identity's place. Null where they are gone; the reference of whoever
 * came first where they are leaving already. In a transaction of `unsafeDb`.
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

/** Keeps anything from being written for a person until the transaction ends; false where they are gone. */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const found = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.userId, userId))
    .for("update");
  return found.length > 0;
}

/** Deletes the row of a person who is leaving, and with it whatever still belongs to it. */
export async function forgetUser(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.userId, userId));
}
