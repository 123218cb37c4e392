import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from "openid-client";
import { steadyClock } from "#shared/steady-clock.ts";
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
const scope = "openid profile email";

/** OpenID Connect: authorization code with PKCE (S256), state and nonce; id tokens' signatures are checked. */
export function createOidcProvider(options: OidcOptions): IdentityProvider {
  const configuration = cachedConfiguration(options);
  return {
    realm: options.realm,

    authorizationUrl: async ({ redirectUri, selectAccount = false }) => {
      const config = await configuration();
      const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(config, {
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
      const config = await configuration();
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

/** Discovery at the first use, kept for a day, shared by those who ask meanwhile, tried anew after a failure. */
function cachedConfiguration(options: OidcOptions): () => Promise<Configuration> {
  const clock = steadyClock(options.now);
  let current: { at: number; configuration: Promise<Configuration> } | null = null;
  return () => {
    if (current === null || clock() - current.at > metadataMaxAgeMs) {
      const asked = { at: clock(), configuration: discover(options) };
      asked.configuration.catch(() => {
        if (current === asked) current = null;
      });
      current = asked;
    }
    return current.configuration;
  };
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
  return discovery(url, options.clientId, undefined, ClientSecretPost(options.clientSecret), {
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
