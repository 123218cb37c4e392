import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { signInMaxAgeMs } from "../domain/session-rules.ts";
import { hashToken } from "./session-token.ts";

/** State of a sign-in, kept in the browser until the callback. */
export type SignInAttempt = {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  /** Path to return to, already checked by `safeReturnPath`. */
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
/** Limit of concurrent attempts in one browser; older ones are dropped. */
const maxAttempts = 5;

/**
 * Creates a store of sign-in attempts in encrypted cookies. A flood of sign-ins writes nothing to the database, tabs
 * don't interfere, any server with the same key can finish, and a callback works only in the browser that started.
 */
export function createSignInAttempts(key: Buffer, now: () => Date) {
  /** Returns the `Set-Cookie` headers that store an attempt. */
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
    const surplus = pending.slice(0, Math.max(0, pending.length + 1 - maxAttempts));
    return [
      ...surplus.map((name) => expiredCookie(namePrefix + name.slice(prefix.length), isHttps)),
      serializeCookie(nameOf(attempt.state), sealed, { isHttps, maxAgeSeconds: signInMaxAgeMs / 1000 }),
    ];
  }

  /** Returns the attempt for a callback's state; null if missing or expired. */
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
      // Forged, damaged, encrypted with another key, or expired.
      return null;
    }
  }

  /** Returns the `Set-Cookie` header that removes an attempt. */
  function forget(state: string, isHttps: boolean): string {
    return expiredCookie(nameOf(state), isHttps);
  }

  return { remember, recall, forget };
}

function nameOf(state: string): string {
  return namePrefix + hashToken(state).slice(0, 12);
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
