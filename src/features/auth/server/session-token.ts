import { createHash, createHmac, randomBytes } from "node:crypto";

const tokenPattern = /^[\w-]{43}$/;

/** Creates a session token: 32 random bytes in base64url. */
export function createSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 hash in hexadecimal, stored instead of a token or state. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** True if the text has a token's format, so that invalid cookies cost no query. */
export function looksLikeToken(text: string | undefined): text is string {
  return text !== undefined && tokenPattern.test(text);
}

/** Returns a user's public id: 32 hexadecimal digits, meaningless elsewhere (docs/reference/http-api.md, "Sign-in"). */
export function publicUserId(key: Buffer, userId: string): string {
  return createHmac("sha256", key).update(userId).digest("hex").slice(0, 32);
}
