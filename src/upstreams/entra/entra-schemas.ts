import { z } from "zod";

const text = z.string().min(1).max(2_000);

/** What is read of an id token; the library has checked signature, audience, issuer, nonce and times by then. */
export const claimsSchema = z.object({
  iss: text,
  sub: text,
  tid: text.optional(),
  oid: text.optional(),
  preferred_username: text.optional().catch(undefined),
  email: text.optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: text.optional().catch(undefined),
});

export type Claims = z.infer<typeof claimsSchema>;
