import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "#server/tables/auth-tables.ts";
import { cookieName } from "#server/http/cookies.ts";
import type { Database } from "#server/database/db.ts";
import { IdentityStore } from "#features/auth/server/identity-store.ts";
import { sessionCookie } from "#features/auth/server/session-cookie.ts";
import { SessionStore } from "#features/auth/server/session-store.ts";
import { createSessionToken, hashToken } from "#features/auth/server/session-token.ts";

/** Settings of a live sign-in in which people of `memberTenantId` are members and others aren't. */
export const memberTenantId = "3e1b7c52-8a4d-4f06-b9d2-7c5e0f1a6d01";
const strangerTenantId = "a4c9e8d7-1b2f-4e3a-8d5c-6f7a8b9c0d02";
export const liveTestSettings = {
  ENTRA_CLIENT_ID: "folio-test",
  ENTRA_CLIENT_SECRET: "folio-test-secret",
  ALLOWED_USERS: memberTenantId,
} as const;
const liveRealm = "https://login.microsoftonline.com/organizations/v2.0";

/**
 * Creates a person with a session, for other features' tests over HTTP; send `cookie` as the Cookie header. With the sandbox
 * sign-in everybody is a member; for someone who isn't, run the app with `liveTestSettings` and pass `mode: "live", member:
 * false`.
 */
export async function createTestUser(
  database: Pick<Database, "unsafeDb">,
  options: {
    member?: boolean;
    /** Makes the person the site's owner, of whom there is one. */
    isOwner?: boolean;
    mode?: "sandbox" | "live";
    userDetails?: string;
    isHttps?: boolean;
    /** The provider that vouches for the session, if it isn't Microsoft. */
    realm?: string;
    /** The provider's id of the person; using it again creates another session. */
    objectId?: string;
    now?: () => Date;
  } = {},
): Promise<{ userId: string; cookie: string }> {
  const { member = true, mode = "sandbox", isHttps = false, now = () => new Date() } = options;
  if (mode === "sandbox" && !member)
    throw new Error("With the sandbox sign-in everybody is a member. Use liveTestSettings.");
  const tenantId = member ? memberTenantId : strangerTenantId;
  const { objectId = randomUUID() } = options;
  const userDetails = options.userDetails ?? `person-${objectId.slice(0, 8)}@lanternfish-works.example`;
  const token = createSessionToken();
  const { userId } = await new IdentityStore(database, now).signIn(new SessionStore(database, now), {
    browser: { userAgent: "", address: "127.0.0.1" },
    person: {
      mode,
      identityKey: `${tenantId}|${objectId}`,
      issuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
      tenantId,
      address: userDetails,
      userDetails,
    },
    realm: options.realm ?? (mode === "sandbox" ? "sandbox" : liveRealm),
    tokenHash: hashToken(token),
    replacesTokenHash: null,
  });
  if (options.isOwner === true)
    await database.unsafeDb.update(users).set({ role: "owner" }).where(eq(users.userId, userId));
  return { userId, cookie: `${cookieName(sessionCookie, isHttps)}=${token}` };
}
