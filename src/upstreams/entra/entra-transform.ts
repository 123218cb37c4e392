import { z } from "zod";
import { IdentityProviderError } from "./entra-errors.ts";

const text = z.string().min(1).max(2_000);

/** What is read of an id token; the library has checked signature, audience, issuer, nonce and times by then. */
const claimsSchema = z.object({
  iss: text,
  sub: text,
  tid: text.optional(),
  oid: text.optional(),
  preferred_username: text.optional().catch(undefined),
  email: text.optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: text.optional().catch(undefined),
});

type Claims = z.infer<typeof claimsSchema>;

/** Which rules the claims follow: Microsoft's (tid + oid), or those of any OpenID Connect provider (iss + sub). */
export type IssuerKind = "microsoft" | "sandbox" | "oidc";

/** A person as the provider vouches for them. */
export type Identity = {
  issuer: string;
  /** The tenant's id in lower case; null where the provider has none that can be trusted. */
  tenantId: string | null;
  /** Microsoft's object id, else the subject. */
  subject: string;
  /** Shown in menus; can change and must not identify anybody. */
  userDetails: string;
  /** Stays the same for the same person: `tenant|object`, or `issuer|subject`. */
  identityKey: string;
  /** What the owner's list is held against, in lower case; null where nobody vouches for one. */
  address: string | null;
};

/** The tenant of all personal Microsoft accounts. */
export const personalTenantId = "9188040d-6c67-4c5b-b112-36a304b66dad";

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const microsoftOrigin = "https://login.microsoftonline.com";

/**
 * Reads a checked id token (docs/reference/product.md, "Roles"; docs/reference/upstreams.md, "Microsoft sign-in").
 * @throws IdentityProviderError for a personal account, and for a token that does not hold what it must
 */
export function toIdentity(kind: IssuerKind, rawClaims: unknown): Identity {
  const parsed = claimsSchema.safeParse(rawClaims);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))].join(", ");
    throw new IdentityProviderError("bad-answer", `the id token has no usable ${names}`);
  }
  return kind === "oidc" ? fromAnyProvider(parsed.data) : fromMicrosoft(kind, parsed.data);
}

function fromMicrosoft(kind: IssuerKind, claims: Claims): Identity {
  const tenantId = claims.tid?.toLowerCase();
  if (tenantId === undefined || !guid.test(tenantId)) {
    throw new IdentityProviderError("bad-answer", "the id token names no tenant");
  }
  if (tenantId === personalTenantId) {
    throw new IdentityProviderError("personal-account", "the account is a personal one");
  }
  if (kind === "microsoft" && claims.iss !== `${microsoftOrigin}/${tenantId}/v2.0`) {
    throw new IdentityProviderError("wrong-tenant", "the issuer is not that of the token's tenant");
  }
  if (claims.oid === undefined) throw new IdentityProviderError("bad-answer", "the id token has no oid");
  return {
    issuer: claims.iss,
    tenantId,
    subject: claims.oid,
    userDetails: displayText(claims),
    identityKey: `${tenantId}|${claims.oid}`,
    // A tenant's administrator controls the names of that tenant; `email` is whatever the person typed somewhere.
    address: addressOf(claims.preferred_username),
  };
}

function fromAnyProvider(claims: Claims): Identity {
  return {
    issuer: claims.iss,
    // Any provider can put another company's tenant id into its tokens.
    tenantId: null,
    subject: claims.sub,
    userDetails: displayText(claims),
    identityKey: `${claims.iss}|${claims.sub}`,
    // Elsewhere people choose their user names themselves.
    address: claims.email_verified === true ? addressOf(claims.email) : null,
  };
}

function displayText(claims: Claims): string {
  return claims.preferred_username ?? claims.email ?? claims.name ?? claims.sub;
}

function addressOf(value: string | undefined): string | null {
  return value !== undefined && /^[^\s@]+@[^\s@]+$/.test(value) ? value.toLowerCase() : null;
}
