import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { signInMaxAgeMs } from "../domain/session-rules.ts";
import { hashToken } from "./session-token.ts";

/** What a browser carries from the start of a sign-in to its end. */
export type SignInAttempt = {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** Where to go afterwards: a path that `safeReturnPath` has passed. */
  returnTo: string;
};

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.url(),
  returnTo: z.string().startsWith("/"),
});

const namePrefix = "folio-signin-";
/** Tabs that may be signing in at once; older attempts give way, so that cookies do not pile up. */
const mostAtOnce = 5;

/**
 * Attempts live in encrypted cookies, one each, so that a flood of sign-ins writes nothing here, two tabs do not
 * disturb one another, any server with the same key can finish, and a callback works only in the browser that began.
 */
export function createSignInAttempts(key: Buffer, now: () => Date) {
  /** `Set-Cookie` lines that put an attempt into the browser. */
  async function remember(
    attempt: SignInAttempt,
    cookieHeader: string | undefined,
    isHttps: boolean,
  ): Promise<string[]> {
    const sealed = await new EncryptJWT({ ...attempt })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setExpirationTime(new Date(now().getTime() + signInMaxAgeMs))
      .encrypt(key);
    const prefix = cookieName(namePrefix, isHttps);
    const pending = [...parseCookies(cookieHeader).keys()].filter((name) => name.startsWith(prefix));
    // Browsers send the oldest first.
    const surplus = pending.slice(0, Math.max(0, pending.length + 1 - mostAtOnce));
    return [
      ...surplus.map((name) => expiredCookie(namePrefix + name.slice(prefix.length), isHttps)),
      serializeCookie(nameOf(attempt.state), sealed, { isHttps, maxAgeSeconds: signInMaxAgeMs / 1000 }),
    ];
  }

  /** The attempt that a callback's state belongs to; null where this browser has none, or it is too old. */
  async function recall(
    state: string,
    cookieHeader: string | undefined,
    isHttps: boolean,
  ): Promise<SignInAttempt | null> {
    const sealed = parseCookies(cookieHeader).get(cookieName(nameOf(state), isHttps));
    if (sealed === undefined) return null;
    try {
      const { payload } = await jwtDecrypt(sealed, key, { currentDate: now(), requiredClaims: ["exp"] });
      const attempt = attemptSchema.parse(payload);
      return attempt.state === state ? attempt : null;
    } catch {
      // Forged, damaged, sealed with another key or expired: all the same to the person.
      return null;
    }
  }

  /** The `Set-Cookie` line that takes an attempt out of the browser again. */
  function forget(state: string, isHttps: boolean): string {
    return expiredCookie(nameOf(state), isHttps);
  }

  return { remember, recall, forget };
}

function nameOf(state: string): string {
  return namePrefix + hashToken(state).slice(0, 12);
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
