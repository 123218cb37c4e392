import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from "openid-client";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { IdentityProviderError, toProviderError } from "./entra-errors.ts";
import { toIdentity, type Identity, type IssuerKind } from "./entra-transform.ts";

/** A sign-in that has begun: where to send the browser, and what must be remembered until it comes back. */
export type StartedSignIn = { url: string; state: string; nonce: string; codeVerifier: string };

export type IdentityProvider = {
  /**
   * Names provider and tenant. A session is valid only under the realm in which it was opened, so that a change of
   * provider ends what the old one vouched for.
   */
  realm: string;
  /** @throws IdentityProviderError */
  authorizationUrl: (request: {
    redirectUri: string;
    /** Ask which account, even where the provider knows one. */
    selectAccount?: boolean | undefined;
  }) => Promise<StartedSignIn>;
  /** Trades the callback's code for a person. @throws IdentityProviderError */
  exchange: (callback: {
    /** The redirect URI with the query that came back. */
    callbackUrl: URL;
    state: string;
    nonce: string;
    codeVerifier: string;
  }) => Promise<Identity>;
  /** Where the browser signs out at the provider; null where the provider offers no such place or cannot be asked. */
  logoutUrl: (request: { postLogoutRedirectUri: string }) => Promise<string | null>;
};

export type OidcOptions = {
  kind: IssuerKind;
  realm: string;
  /** Lazy: the sandbox's address is known once the server listens. */
  issuer: () => string;
  clientId: string;
  clientSecret: string;
  fetch: typeof fetch;
  /** For each call to the provider. */
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
};

const metadataMaxAgeMs = 24 * 60 * 60 * 1000;
/** How far the provider's clock may be from ours, either way. */
const clockToleranceSeconds = 120;
const scope = "openid profile email";

/** OpenID Connect: authorization code with PKCE (S256), state and nonce; id tokens' signatures are checked. */
export function createOidcProvider(options: OidcOptions): IdentityProvider {
  const { configuration, freshConfiguration } = cachedConfiguration(options);
  return {
    realm: options.realm,

    authorizationUrl: async ({ redirectUri, selectAccount = false }) => {
      const config = await configuration();
      const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = await addressOf(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        ...(selectAccount ? { prompt: "select_account" } : {}),
      });
      return { url: url.href, state, nonce, codeVerifier };
    },

    exchange: async ({ callbackUrl, state, nonce, codeVerifier }) => {
      const config = await freshConfiguration();
      try {
        const tokens = await authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return toIdentity(options.kind, tokens.claims());
      } catch (error) {
        throw toProviderError(error);
      }
    },

    logoutUrl: async ({ postLogoutRedirectUri }) => {
      try {
        const config = await configuration();
        if (config.serverMetadata().end_session_endpoint === undefined) return null;
        return buildEndSessionUrl(config, { post_logout_redirect_uri: postLogoutRedirectUri }).href;
      } catch {
        // Signing out here must work while the provider is away.
        return null;
      }
    },
  };
}

/** Where the browser goes; a provider that wants to know the request beforehand is told it first (PAR, RFC 9126). */
async function addressOf(config: Configuration, parameters: Record<string, string>): Promise<URL> {
  if (config.serverMetadata().require_pushed_authorization_requests !== true)
    return buildAuthorizationUrl(config, parameters);
  try {
    return await buildAuthorizationUrlWithPAR(config, parameters);
  } catch (error) {
    throw toProviderError(error);
  }
}

type Discovered = {
  at: number;
  configuration: Promise<Configuration>;
  /** The provider's descriptions of itself, by their addresses. */ descriptions: Map<string, string>;
};

/** Discovery at the first use, kept for a day, shared by those who ask meanwhile, tried anew after a failure. */
function cachedConfiguration(options: OidcOptions) {
  const clock = steadyClock(options.now);
  let current: Discovered | null = null;

  function discovered(): Discovered {
    if (current === null || clock() - current.at > metadataMaxAgeMs) {
      const descriptions = new Map<string, string>();
      const noting = { ...options, fetch: notingDescriptions(options.fetch, descriptions) };
      const asked = { at: clock(), configuration: discover(noting), descriptions };
      asked.configuration.catch(() => {
        if (current === asked) current = null;
      });
      current = asked;
    }
    return current;
  }

  return {
    configuration: () => discovered().configuration,
    /**
     * Of the same description, but without keys: the library keeps those for minutes and would refuse a token that is signed
     * with a newer one. Only a code that the provider has taken makes it ask for them.
     */
    freshConfiguration: async () => {
      const { configuration, descriptions } = discovered();
      await configuration;
      return discover({ ...options, fetch: repeatingDescriptions(options.fetch, descriptions) });
    },
  };
}

function notingDescriptions(outside: typeof fetch, descriptions: Map<string, string>): typeof fetch {
  return async (input, init) => {
    const response = await outside(input, init);
    const address = addressIn(input);
    if (response.ok && address.endsWith("/.well-known/openid-configuration"))
      descriptions.set(address, await response.clone().text());
    return response;
  };
}

function repeatingDescriptions(outside: typeof fetch, descriptions: Map<string, string>): typeof fetch {
  return (input, init) => {
    const known = descriptions.get(addressIn(input));
    if (known === undefined) return outside(input, init);
    return Promise.resolve(new Response(known, { headers: { "content-type": "application/json" } }));
  };
}

function addressIn(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

async function discover(options: OidcOptions): Promise<Configuration> {
  const issuer = options.issuer();
  try {
    return await discoverAt(issuer, options);
  } catch (error) {
    // The setting lost its trailing slash, which is part of some providers' issuer.
    if (!isIssuerMismatch(error)) throw discoveryError(error);
  }
  try {
    return await discoverAt(`${issuer}/`, options);
  } catch (error) {
    throw discoveryError(error);
  }
}

function discoverAt(issuer: string, options: OidcOptions): Promise<Configuration> {
  const url = new URL(issuer);
  const client = { [clockTolerance]: clockToleranceSeconds };
  return discovery(url, options.clientId, client, ClientSecretPost(options.clientSecret), {
    timeout: options.timeoutMs / 1000,
    [customFetch]: (input, { body, ...init }) =>
      options.fetch(input, { ...init, ...(body instanceof URLSearchParams ? { body } : {}) }),
    execute: [enableNonRepudiationChecks, ...(url.protocol === "http:" ? [allowInsecureRequests] : [])],
  });
}

function isIssuerMismatch(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
}

/** An unknown tenant or address answers 400 or 404: that is ours to set right. Anything else passes. */
function discoveryError(error: unknown): IdentityProviderError {
  const { reason } = toProviderError(error);
  const isOurs = isIssuerMismatch(error) || [400, 404].includes(statusOf(error));
  return new IdentityProviderError(isOurs ? "misconfigured" : "provider-down", `discovery: ${reason}`);
}

function statusOf(error: unknown): number {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Response ? cause.status : 0;
}
