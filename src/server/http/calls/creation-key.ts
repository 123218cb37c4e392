import { createHash } from "node:crypto";

/*
 * A double click must create one thing only. A caller may send its own idempotency key (`requestId`), which also covers a retry
 * after a lost connection. Without one, the content is the key, but only for a few seconds, so that two identical things can
 * still be created one after the other.
 */

/** Identical requests within this time are considered a double click. */
export const sameContentMs = 10_000;

const ownKey = "request ";

/** Returns the key for a `requestId` sent by the caller. */
export function requestKey(requestId: string): string {
  return `${ownKey}${requestId.toLowerCase()}`;
}

/** Returns true for a caller's own key, which never expires. */
export function isRequestKey(key: string): boolean {
  return key.startsWith(ownKey);
}

/** Returns the key for the content of a new thing, as JSON. */
export function contentKey(content: object): string {
  return `content ${createHash("sha256").update(JSON.stringify(content)).digest("base64url")}`;
}
