import { createHash } from "node:crypto";

/*
 * A double click on Save makes one source. A caller may send a key of its own for its wish (`requestId`), which also
 * covers a retry after a broken connection. Without one, what is wished is the key, and only for a few seconds: two
 * sources that are alike in everything can still be made one after the other.
 */

/** Two wishes for the same within so long are one click too many. */
export const sameWishMs = 10_000;

const ownKey = "request ";

/** The key of a new source, from the caller's own or from everything that the source is made of. */
export function creationKeyOf(requestId: string | undefined, values: object): string {
  if (requestId !== undefined) return `${ownKey}${requestId.toLowerCase()}`;
  return `content ${createHash("sha256").update(JSON.stringify(values)).digest("base64url")}`;
}

/** Whether a key is the caller's own, and so good for ever. */
export function isRequestKey(key: string): boolean {
  return key.startsWith(ownKey);
}
