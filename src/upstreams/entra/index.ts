import { createOidcProvider, type IdentityProvider } from "./entra-client.ts";
import { sandboxClient } from "./entra-sandbox-client.ts";
import type { IssuerKind } from "./entra-transform.ts";

export type { IdentityProvider } from "./entra-client.ts";
export { IdentityProviderError, type IdentityProblem } from "./entra-errors.ts";
export type { Identity } from "./entra-transform.ts";

/** The part of the server's settings and services that sign-in needs; the kernel fits. */
export type IdentityProviderContext = {
  settings: {
    modes: { entra: "sandbox" | "live" };
    ENTRA_CLIENT_ID?: string | undefined;
    ENTRA_CLIENT_SECRET?: string | undefined;
    ENTRA_TENANT: string;
    ENTRA_AUTHORITY: string;
  };
  fetch: typeof fetch;
  now: () => Date;
};

type Origins = {
  /** Origin at which browsers reach the site. */
  selfOrigin: () => string;
  /** Time limit of each call to the provider; 8 seconds by default. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 8_000;

/**
 * Creates the identity provider chosen in the settings: Microsoft Entra, another OpenID Connect issuer, or the sandbox. Null for
 * a live site without one, where people sign in with passkeys.
 */
export function createIdentityProvider(
  context: IdentityProviderContext,
  origins: Origins,
): IdentityProvider | null {
  const { settings } = context;
  const common = { timeoutMs: origins.timeoutMs ?? defaultTimeoutMs, now: () => context.now().getTime() };
  if (settings.modes.entra === "sandbox") {
    return createOidcProvider({
      ...common,
      kind: "sandbox",
      realm: "sandbox",
      issuer: () => `${origins.selfOrigin()}${sandboxClient.path}`,
      clientId: sandboxClient.clientId,
      clientSecret: sandboxClient.clientSecret,
      fetch: context.fetch,
    });
  }
  if (settings.ENTRA_CLIENT_ID === undefined) return null;
  const kind = issuerKind(settings.ENTRA_AUTHORITY);
  const issuer =
    kind === "microsoft"
      ? `${settings.ENTRA_AUTHORITY}/${settings.ENTRA_TENANT}/v2.0`
      : settings.ENTRA_AUTHORITY;
  return createOidcProvider({
    ...common,
    kind,
    realm: issuer,
    issuer: () => issuer,
    clientId: settings.ENTRA_CLIENT_ID,
    clientSecret: settings.ENTRA_CLIENT_SECRET ?? "",
    fetch: context.fetch,
  });
}

function issuerKind(authority: string): IssuerKind {
  return new URL(authority).origin === "https://login.microsoftonline.com" ? "microsoft" : "oidc";
}
