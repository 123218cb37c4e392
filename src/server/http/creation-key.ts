import { createHash } from "node:crypto";

/*
 * A double click makes one thing. A caller may send a key of its own for its wish (`requestId`), which also covers a
 * retry after a broken connection. Without one, what is wished is the key, and only for a few seconds: two things that
 * are alike in everything can still be made one after the other.
 */

/** Two wishes for the same within so long are one click too many. */
export const sameWishMs = 10_000;

const ownKey = "request ";

/** The key of a caller's own making. */
export function requestKey(requestId: string): string {
  return `${ownKey}${requestId.toLowerCase()}`;
}

/** Whether a key is the caller's own, and so good for ever. */
export function isRequestKey(key: string): boolean {
  return key.startsWith(ownKey);
}

/** The key of everything that a new thing is made of, as JSON. */
export function contentKey(content: object): string {
  return `content ${createHash("sha256").update(JSON.stringify(content)).digest("base64url")}`;
}
