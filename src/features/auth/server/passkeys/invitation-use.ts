import { and, eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { users } from "#server/tables/auth-tables.ts";
import type { AuthStores } from "../auth-stores.ts";
import { createPerson } from "../identity-store.ts";

/** Person that a registration was started for: `userId` is null for a new one. */
type Invited = { tokenHash: string; userId: string | null; handle: string; name: string; at: Date };

/**
 * Uses an invitation up and returns the person whose passkey it makes, created or found; null if the invitation is over, or if
 * somebody else has become the owner since.
 */
export async function useInvitation(
  tx: Transaction,
  { invitations }: Pick<AuthStores, "invitations">,
  { tokenHash, userId, handle, name, at }: Invited,
): Promise<string | null> {
  const taken = await invitations.take(tx, tokenHash);
  if (taken === null) return null;
  const { role } = taken;
  if (role === "owner") {
    const [owner] = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(and(eq(users.role, "owner"), eq(users.mode, "live")));
    if (owner !== undefined) return owner.userId === userId ? userId : null;
  }
  if (userId === null) {
    return createPerson(tx, {
      mode: "live",
      userDetails: name,
      identityProvider: "passkey",
      role,
      handle,
      at,
    });
  }
  await tx
    .update(users)
    .set({ role, lastSignIn: at, identityProvider: "passkey" })
    .where(eq(users.userId, userId));
  return userId;
}
