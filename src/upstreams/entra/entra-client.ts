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
import { errorCode } from "#shared/error-code.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { IdentityProviderError, toProviderError } from "./entra-errors.ts";
import { toIdentity, type Identity, type IssuerKind } from "./entra-transform.ts";

/** A started sign-in: the address for the browser, and the values to remember until it returns. */
export type StartedSignIn = { url: string; state: string; nonce: string; codeVerifier: string };

export type IdentityProvider = {
  /**
   * Identifies provider and tenant. A session is valid only in the realm it was opened in, so that changing providers ends
   * sessions of the old one.
   */
  realm: string;
  /**
   * Returns the address that starts a sign-in.
   * @throws IdentityProviderError
   */
  authorizationUrl: (request: {
    redirectUri: string;
    /** Asks which account to use, even if the provider knows one. */
    selectAccount?: boolean | undefined;
  }) => Promise<StartedSignIn>;
  /**
   * Exchanges the callback's code for a person's identity.
   * @throws IdentityProviderError
   */
  exchange: (callback: {
    /** The redirect URI with the returned query. */
    callbackUrl: URL;
    state: string;
    nonce: string;
    codeVerifier: string;
  }) => Promise<Identity>;
  /** Returns the provider's sign-out address; null if it has none or is unreachable. */
  logoutUrl: (request: { postLogoutRedirectUri: string }) => Promise<string | null>;
};

export type OidcOptions = {
  kind: IssuerKind;
  realm: string;
  /** A function, because the sandbox's address is known only once the server listens. */
  issuer: () => string;
  clientId: string;
  clientSecret: string;
  fetch: typeof fetch;
  /** Time limit of each call to the provider. */
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
};

const metadataMaxAgeMs = 24 * 60 * 60 * 1000;
/** Accepted difference between the provider's clock and ours, in either direction. */
const clockToleranceSeconds = 120;
const scope = "openid profile email";

/**
 * Creates an OpenID Connect provider: authorization code flow with PKCE (S256), state and nonce; signatures of id tokens are
 * verified.
 */
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
        // Signing out here must work while the provider is unreachable.
        return null;
      }
    },
  };
}

/** Returns the authorization address; a provider that requires pushed requests gets the parameters first (PAR, RFC 9126). */
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
  /** Provider metadata by address. */ descriptions: Map<string, string>;
};

/** Discovers on first use and caches for a day; concurrent callers share the request, and a failure is retried. */
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
     * Same metadata without cached keys: the library keeps keys for minutes and would reject a token signed with a newer one.
     * Keys are only fetched after the provider has accepted a code.
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
  return errorCode(error) === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
}

/**
 * Interprets a discovery failure: 400 or 404 for an unknown tenant or address is for the owner to fix. Anything else is
 * temporary.
 */
function discoveryError(error: unknown): IdentityProviderError {
  const { reason } = toProviderError(error);
  const isOurs = isIssuerMismatch(error) || [400, 404].includes(statusOf(error));
  return new IdentityProviderError(isOurs ? "misconfigured" : "provider-down", `discovery: ${reason}`);
}

function statusOf(error: unknown): number {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Response ? cause.status : 0;
}
