import { z } from "zod";
import { IdentityProviderError } from "./entra-errors.ts";

const text = z.string().min(1).max(2_000);

/** Claims we read from an id token, after the library has verified signature, audience, issuer, nonce and times. */
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

/** Rules for the claims: Microsoft's (tid + oid), or those of any OpenID Connect provider (iss + sub). */
export type IssuerKind = "microsoft" | "sandbox" | "oidc";

/** A person as the provider vouches for them. */
export type Identity = {
  issuer: string;
  /** Tenant id in lower case; null if the provider has none we can trust. */
  tenantId: string | null;
  /** Microsoft's object id, else the subject. */
  subject: string;
  /** Shown in menus; can change and must not be used to identify anyone. */
  userDetails: string;
  /** Stable id of the person: `tenant|object`, or `issuer|subject`. */
  identityKey: string;
  /** Compared with the owner's list, in lower case; null if nobody vouches for one. */
  address: string | null;
};

/** Tenant of all personal Microsoft accounts. */
export const personalTenantId = "9188040d-6c67-4c5b-b112-36a304b66dad";

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const microsoftOrigin = "https://login.microsoftonline.com";

/**
 * Reads a verified id token (docs/reference/product.md, "Roles"; docs/reference/upstreams.md, "Microsoft sign-in").
 * @throws IdentityProviderError for a personal account, or a token with missing claims
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
    throw new IdentityProviderError("bad-answer", "the id token has no tenant");
  }
  if (tenantId === personalTenantId) {
    throw new IdentityProviderError("personal-account", "the account is personal");
  }
  if (kind === "microsoft" && claims.iss !== `${microsoftOrigin}/${tenantId}/v2.0`) {
    throw new IdentityProviderError("wrong-tenant", "the issuer doesn't match the token's tenant");
  }
  if (claims.oid === undefined) throw new IdentityProviderError("bad-answer", "the id token has no oid");
  return {
    issuer: claims.iss,
    tenantId,
    subject: claims.oid,
    userDetails: displayText(claims),
    identityKey: `${tenantId}|${claims.oid}`,
    // A tenant's administrator controls its names; `email` is whatever the person entered somewhere.
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
    // With other providers people choose their user names themselves.
    address: claims.email_verified === true ? addressOf(claims.email) : null,
  };
}

function displayText(claims: Claims): string {
  return claims.preferred_username ?? claims.email ?? claims.name ?? claims.sub;
}

function addressOf(value: string | undefined): string | null {
  return value !== undefined && /^[^\s@]+@[^\s@]+$/.test(value) ? value.toLowerCase() : null;
}
