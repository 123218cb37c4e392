import { createHmac } from "node:crypto";
import type { Identity } from "#features/auth/server/index.ts";
import { deriveKey } from "#server/settings/secret-key.ts";

/**
 * Makes of an identity what its records are kept under: the same at every sign-in, and not to be guessed or tried out by
 * whoever has the table without the site's secret key.
 */
export function createSubjectHash(secretKey: Buffer): (identity: Identity) => string {
  const key = deriveKey(secretKey, "personal data record");
  return ({ mode, identityKey }) => createHmac("sha256", key).update(`${mode} ${identityKey}`).digest("hex");
}
