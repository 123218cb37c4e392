import type { Kernel } from "#server/feature.ts";
import type { ResolveSession } from "#server/http/request-context.ts";
import type { Session } from "#server/http/session.ts";
import { isAllowed, type ListedIdentity } from "../domain/allow-list.ts";
import { isIdle } from "../domain/session-rules.ts";
import { sessionTokenOf } from "./auth-routes.ts";
import type { SessionStore } from "./session-store.ts";
import { hashToken } from "./session-token.ts";

/** Creates a session lookup; ignores sessions of identity providers other than `realm`. */
export function createSessionResolver(kernel: Kernel, store: SessionStore, realm: string): ResolveSession {
  const { settings, log, now } = kernel;
  const isMember = memberCheck(settings);

  async function resolve(token: string, isUse: boolean): Promise<Session | null> {
    const found = await store.findSession(hashToken(token), { realm, mode: settings.modes.entra, isUse });
    if (found === null) return null;
    const { sessionId, createdAt, lastSeenAt, user } = found;
    return {
      sessionId,
      userId: user.userId,
      userDetails: user.userDetails,
      identityProvider: user.identityProvider,
      // Checked at each request, so that removal from the list takes effect at once.
      isMember: isMember(user),
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isIdle: isIdle(lastSeenAt.getTime(), now().getTime()),
    };
  }

  return async ({ cookieHeader, isHttps, isUse }) => {
    const token = sessionTokenOf(cookieHeader, isHttps);
    if (token === null) return null;
    try {
      return await resolve(token, isUse);
    } catch (error) {
      // docs/reference/product.md, "Sessions": after a failed lookup, the visitor is anonymous; calls that need a session
      // return the reason.
      log.error({ error }, "Can't read a session.");
      return "unknown";
    }
  };
}

/** Creates a check whether a person is on the owner's current list. */
export function memberCheck(settings: Kernel["settings"]): (user: ListedIdentity) => boolean {
  const fixedTenant = hasFixedTenant(settings);
  return (user) => isAllowed(user, settings.ALLOWED_USERS, { fixedTenant });
}

/** True if sign-in is limited to one Microsoft tenant, so that bare addresses on the list are safe. */
function hasFixedTenant({ ENTRA_AUTHORITY, ENTRA_TENANT }: Kernel["settings"]): boolean {
  const isMicrosoft = new URL(ENTRA_AUTHORITY).hostname === "login.microsoftonline.com";
  return isMicrosoft && !["organizations", "common", "consumers"].includes(ENTRA_TENANT.toLowerCase());
}
