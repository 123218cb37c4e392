import { createOidcProvider, type IdentityProvider } from "./entra-client.ts";
import { sandboxClient } from "./entra-sandbox-client.ts";
import type { IssuerKind } from "./entra-transform.ts";

export type { IdentityProvider } from "./entra-client.ts";
export { IdentityProviderError, type IdentityProblem } from "./entra-errors.ts";
export type { Identity } from "./entra-transform.ts";

/** The part of the server's settings and services that signing in needs; the kernel fits. */
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
  /** Where this very process answers, such as `http://127.0.0.1:3000`. */
  internalOrigin: () => string;
  /** Where browsers reach the site. */
  selfOrigin: () => string;
  /** For each call to the provider; 8 seconds. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 8_000;

/** The identity provider that the settings ask for: Microsoft Entra, another OpenID Connect issuer, or the sandbox. */
export function createIdentityProvider(context: IdentityProviderContext, origins: Origins): IdentityProvider {
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
      fetch: throughTheBackDoor(context.fetch, origins),
    });
  }
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
    clientId: settings.ENTRA_CLIENT_ID ?? "",
    clientSecret: settings.ENTRA_CLIENT_SECRET ?? "",
    fetch: context.fetch,
  });
}

function issuerKind(authority: string): IssuerKind {
  return new URL(authority).origin === "https://login.microsoftonline.com" ? "microsoft" : "oidc";
}

/** The sandbox's public address may lie behind a proxy that this process cannot reach: it asks itself directly. */
function throughTheBackDoor(realFetch: typeof fetch, origins: Origins): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const own = new URL(origins.selfOrigin());
    if (url.origin !== own.origin) return realFetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set("host", own.host);
    return realFetch(`${origins.internalOrigin()}${url.pathname}${url.search}`, { ...init, headers });
  };
}
