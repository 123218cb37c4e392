import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { usedSignIns } from "#server/tables/auth-tables.ts";
import type { HandlerContext, Kernel } from "#server/feature.ts";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "#server/http/cookies.ts";
import { openerOf } from "./session-cookie.ts";
import { hashToken } from "./session-token.ts";

/** Limit of concurrent attempts in one browser; older ones are dropped. */
const maxAttempts = 5;

/**
 * Creates a store of attempts in encrypted cookies, each found by its `id`: a state or a challenge. A flood of attempts writes
 * nothing to the database, tabs don't interfere, any server with the same key can finish, and an attempt can be finished only
 * in the browser that started it.
 */
export function createSealedAttempts<Attempt extends { id: string }>(options: {
  kernel: Pick<Kernel, "database" | "now">;
  key: Buffer;
  schema: z.ZodType<Attempt>;
  /** Beginning of the cookies' names. */
  namePrefix: string;
  maxAgeMs: number;
}) {
  const { kernel, key, schema, namePrefix, maxAgeMs } = options;
  const { now } = kernel;

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

  /** Marks an attempt as used; false if it already was, as for a replay. */
  async function markUsed(id: string): Promise<boolean> {
    const taken = await kernel.database.unsafeDb
      .insert(usedSignIns)
      .values({ stateHash: hashToken(id), usedAt: now() })
      .onConflictDoNothing()
      .returning({ stateHash: usedSignIns.stateHash });
    return taken.length > 0;
  }

  /** Remembers an attempt in the browser that makes a call. */
  async function begin(context: HandlerContext, attempt: Attempt): Promise<void> {
    const { cookieHeader, isHttps } = openerOf(context);
    for (const cookie of await remember(attempt, cookieHeader, isHttps))
      context.setHeader("set-cookie", cookie);
  }

  /** Takes the attempt of the browser that makes a call, once; null if it is unknown, expired, used, or not `isWanted`. */
  async function take(
    context: HandlerContext,
    id: string,
    isWanted: (attempt: Attempt) => boolean,
  ): Promise<Attempt | null> {
    const { cookieHeader, isHttps } = openerOf(context);
    const attempt = await recall(id, cookieHeader, isHttps);
    if (attempt === null || !isWanted(attempt)) return null;
    context.setHeader("set-cookie", forget(id, isHttps));
    return (await markUsed(id)) ? attempt : null;
  }

  return { remember, recall, forget, markUsed, begin, take };
}
