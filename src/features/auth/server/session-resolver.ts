import type { Kernel } from "#server/feature.ts";
import type { ResolveSession } from "#server/http/request-context.ts";
import type { Session } from "#server/http/session.ts";
import { isAllowed } from "../domain/allow-list.ts";
import { isFresh, isIdle } from "../domain/session-rules.ts";
import { sessionTokenOf } from "./session-cookie.ts";
import type { Browser, Identity, SessionStore, User } from "./session-store.ts";
import { hashToken } from "./session-token.ts";
import type { SignInWays } from "./sign-in-ways.ts";

/** Returns whether a person may use the private area. */
export type MemberCheck = (person: { user: User; identities: readonly Identity[] }) => boolean;

/** Creates a session lookup; ignores sessions of ways to sign in that are off. */
export function createSessionResolver(
  { log, now }: Pick<Kernel, "log" | "now">,
  store: SessionStore,
  { ways, isMember }: { ways: SignInWays; isMember: MemberCheck },
): ResolveSession {
  async function resolve(
    token: string,
    options: { browser: Browser; isUse: boolean },
  ): Promise<Session | null> {
    const found = await store.findSession(hashToken(token), { realms: ways.realms(), ...options });
    if (found === null) return null;
    const { session, user } = found;
    return {
      sessionId: session.sessionId,
      userId: user.userId,
      userDetails: user.userDetails,
      identityProvider: session.realm === ways.passkeyRealm ? "passkey" : "aad",
      mode: user.mode,
      // Checked at each request, so that removal from the list takes effect at once.
      isMember: isMember(found),
      isOwner: user.role === "owner",
      isVerified: user.mode === "sandbox" || isFresh(session.verifiedAt.getTime(), now().getTime()),
      signedInAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isIdle: isIdle(session.lastSeenAt.getTime(), now().getTime()),
    };
  }

  return async ({ cookieHeader, isHttps, ...options }) => {
    const token = sessionTokenOf(cookieHeader, isHttps);
    if (token === null) return null;
    try {
      return await resolve(token, options);
    } catch (error) {
      // docs/reference/product.md, "Sessions": after a failed lookup, the visitor is anonymous; calls that need a session
      // return the reason.
      log.error({ error }, "Can't read a session.");
      return "unknown";
    }
  };
}

/**
 * Creates a check whether a person is a member: by an invitation, in the sandbox, or because one of their accounts at the
 * current provider is on ALLOWED_USERS.
 */
export function memberCheck(settings: Kernel["settings"], ways: SignInWays): MemberCheck {
  const fixedTenant = hasFixedTenant(settings);
  return ({ user, identities }) => {
    if (user.role !== "visitor" || user.mode === "sandbox") return true;
    const realm = ways.provider()?.realm;
    return identities.some(
      (identity) => identity.realm === realm && isAllowed(identity, settings.ALLOWED_USERS, { fixedTenant }),
    );
  };
}

/** True if sign-in is limited to one Microsoft tenant, so that bare addresses on the list are safe. */
function hasFixedTenant({ ENTRA_AUTHORITY, ENTRA_TENANT }: Kernel["settings"]): boolean {
  const isMicrosoft = new URL(ENTRA_AUTHORITY).hostname === "login.microsoftonline.com";
  return isMicrosoft && !["organizations", "common", "consumers"].includes(ENTRA_TENANT.toLowerCase());
}
