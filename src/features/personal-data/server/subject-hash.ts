import { createHmac } from "node:crypto";
import type { Identity } from "#features/auth/server/index.ts";
import { deriveKey } from "#server/settings/secret-key.ts";

/**
 * Creates a function that hashes an identity for its records. The hash is the same at every sign-in and can't be guessed
 * without the site's secret key.
 */
export function createSubjectHash(secretKey: Buffer): (identity: Identity) => string {
  const key = deriveKey(secretKey, "personal data record");
  return ({ mode, identityKey }) => createHmac("sha256", key).update(`${mode} ${identityKey}`).digest("hex");
}
