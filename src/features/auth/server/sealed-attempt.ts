import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { hashToken } from "./session-token.ts";

/** Limit of concurrent attempts in one browser; older ones are dropped. */
const maxAttempts = 5;

/**
 * Creates a store of attempts in encrypted cookies, each found by its `id`: a state or a challenge. A flood of attempts writes
 * nothing to the database, tabs don't interfere, any server with the same key can finish, and an attempt can be finished only
 * in the browser that started it.
 */
export function createSealedAttempts<Attempt extends { id: string }>(options: {
  key: Buffer;
  now: () => Date;
  schema: z.ZodType<Attempt>;
  /** Beginning of the cookies' names. */
  namePrefix: string;
  maxAgeMs: number;
}) {
  const { key, now, schema, namePrefix, maxAgeMs } = options;

  function nameOf(id: string): string {
    return namePrefix + hashToken(id).slice(0, 12);
  }

  /** Returns the `Set-Cookie` headers that store an attempt. */
  async function remember(
    attempt: Attempt,
    cookieHeader: string | undefined,
    isHttps: boolean,
  ): Promise<string[]> {
    const sealed = await new EncryptJWT({ ...attempt })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setExpirationTime(new Date(now().getTime() + maxAgeMs))
      .encrypt(key);
    const prefix = cookieName(namePrefix, isHttps);
    const pending = [...parseCookies(cookieHeader).keys()].filter((name) => name.startsWith(prefix));
    // Browsers send the oldest first.
    const surplus = pending.slice(0, Math.max(0, pending.length + 1 - maxAttempts));
    return [
      ...surplus.map((name) => expiredCookie(namePrefix + name.slice(prefix.length), isHttps)),
      serializeCookie(nameOf(attempt.id), sealed, { isHttps, maxAgeSeconds: maxAgeMs / 1000 }),
    ];
  }

  /** Returns the attempt with this id; null if missing or expired. */
  async function recall(
    id: string,
    cookieHeader: string | undefined,
    isHttps: boolean,
  ): Promise<Attempt | null> {
    const sealed = parseCookies(cookieHeader).get(cookieName(nameOf(id), isHttps));
    if (sealed === undefined) return null;
    try {
      const { payload } = await jwtDecrypt(sealed, key, { currentDate: now(), requiredClaims: ["exp"] });
      const attempt = schema.parse(payload);
      return attempt.id === id ? attempt : null;
    } catch {
      // Forged, damaged, encrypted with another key, or expired.
      return null;
    }
  }

  /** Returns the `Set-Cookie` header that removes an attempt. */
  function forget(id: string, isHttps: boolean): string {
    return expiredCookie(nameOf(id), isHttps);
  }

  return { remember, recall, forget };
}
