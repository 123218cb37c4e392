import { z } from "zod";
import type { Kernel } from "#server/feature.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import { signInMaxAgeMs } from "../domain/session-rules.ts";
import { createSealedAttempts } from "./sealed-attempt.ts";

const attemptSchema = z.object({
  /** The `state`. */
  id: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.url(),
  /** Path to return to, already checked by `safeReturnPath`. */
  returnTo: z.string().startsWith("/"),
  /** Session of the person who links the account to their own, instead of signing in. */
  linksTo: z.string().nullable(),
});

/** State of a provider's sign-in, kept in the browser until the callback. */
export type SignInAttempt = z.infer<typeof attemptSchema>;

/** Creates the store of sign-ins at the provider. */
export function createSignInAttempts(kernel: Pick<Kernel, "database" | "now" | "secretKey">) {
  const key = deriveKey(kernel.secretKey, "sign-in attempt");
  const namePrefix = "folio-signin-";
  return createSealedAttempts({ kernel, key, schema: attemptSchema, namePrefix, maxAgeMs: signInMaxAgeMs });
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
