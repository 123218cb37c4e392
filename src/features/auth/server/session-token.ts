import { createHash, createHmac, randomBytes } from "node:crypto";

const tokenPattern = /^[\w-]{43}$/;

/** A new session token: 32 random bytes in base64url, told to the browser once. */
export function createSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hexadecimal: what the database keeps in the place of a token or a state. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** False for what cannot be a token of ours, so that junk in a cookie costs no query. */
export function looksLikeToken(text: string | undefined): text is string {
  return text !== undefined && tokenPattern.test(text);
}

/** How other people and tools see a user: 32 hexadecimal digits that say nothing outside this site (docs/reference/http-api.md, "Sign-in"). */
export function publicUserId(key: Buffer, userId: string): string {
  return createHmac("sha256", key).update(userId).digest("hex").slice(0, 32);
}
