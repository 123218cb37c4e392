import type { HandlerContext } from "#server/feature.ts";
import { cookieName, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { sessionMaxAgeMs } from "../domain/session-rules.ts";
import type { Browser, NewSession } from "./session-store.ts";
import { createSessionToken, hashToken, looksLikeToken } from "./session-token.ts";

export const sessionCookie = "folio";

/** The part of a request that a session is opened for. */
export type Opener = { cookieHeader: string | undefined; isHttps: boolean; browser: Browser };

/** Returns the browser of a call. */
export function openerOf({ request, origin, clientAddress }: HandlerContext): Opener {
  return {
    cookieHeader: request.headers.get("cookie") ?? undefined,
    isHttps: origin.startsWith("https:"),
    browser: { userAgent: request.headers.get("user-agent") ?? "", address: clientAddress },
  };
}

/** Returns a session to open in a browser, and the `Set-Cookie` header with its token. */
export function newSession(
  { cookieHeader, isHttps, browser }: Opener,
  realm: string,
): { session: NewSession; setCookie: string } {
  const token = createSessionToken();
  const previous = sessionTokenOf(cookieHeader, isHttps);
  return {
    session: {
      realm,
      browser,
      tokenHash: hashToken(token),
      replacesTokenHash: previous === null ? null : hashToken(previous),
    },
    setCookie: serializeCookie(sessionCookie, token, { isHttps, maxAgeSeconds: sessionMaxAgeMs / 1000 }),
  };
}

/** Returns the session token from a cookie header; null if missing or malformed. */
export function sessionTokenOf(cookieHeader: string | undefined, usesHttps: boolean): string | null {
  const token = parseCookies(cookieHeader).get(cookieName(sessionCookie, usesHttps));
  return looksLikeToken(token) ? token : null;
}
