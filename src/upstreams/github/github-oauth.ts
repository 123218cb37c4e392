import { HttpFailure } from "#shared/http/http-failure.ts";
import { GitHubError } from "./github-errors.ts";
import { explainFailure } from "./github-failures.ts";
import { callApi, defaultTimeoutMs, parseAnswer, type GitHubConnection } from "./github-http.ts";
import { tokenAnswerSchema, tokenCheckSchema } from "./github-schemas.ts";

/**
 * Reasons why an account couldn't be linked, as far as the person or the site's owner can act on them.
 * - `denied`: the person declined · `code-refused`: the code was used, too old or not for this attempt
 * - `email-unverified`: GitHub requires a verified email address first
 * - `misconfigured`: GitHub rejects this site (its id, secret or redirect address, or the app is suspended)
 * - `unavailable`: no response, or an unreadable one
 */
export type GitHubOAuthProblem =
  | "denied"
  | "code-refused"
  | "email-unverified"
  | "misconfigured"
  | "unavailable";

/** Linking failed at GitHub. The message is for the log: GitHub's own codes and text, never a token or code. */
export class GitHubOAuthError extends Error {
  readonly problem: GitHubOAuthProblem;

  constructor(problem: GitHubOAuthProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "GitHubOAuthError";
    this.problem = problem;
  }
}

export type GitHubToken = { accessToken: string; scopes: string[] };

/** GitHub's web flow for OAuth apps, with PKCE (docs/reference/upstreams.md, "GitHub OAuth"). */
export type GitHubOAuth = {
  /** Returns the address for the browser. No scope is requested, because public code needs none. */
  authorizeUrl: (request: { state: string; codeChallenge: string; redirectUri: string }) => string;
  /**
   * Exchanges a code for a token.
   * @throws GitHubOAuthError
   */
  exchangeCode: (request: {
    code: string;
    codeVerifier: string;
    /** The same as in `authorizeUrl`. */
    redirectUri: string;
  }) => Promise<GitHubToken>;
  /**
   * Revokes a token; one that GitHub no longer knows isn't a failure.
   * @throws GitHubError
   */
  revoke: (accessToken: string) => Promise<"revoked" | "already-gone">;
  /**
   * Checks a token; null if GitHub doesn't accept it.
   * @throws GitHubError
   */
  checkToken: (accessToken: string) => Promise<{ login: string | null; scopes: string[] } | null>;
};

export type GitHubOAuthOptions = GitHubConnection & {
  /** Address of GitHub's web pages, such as `https://github.com`, without a trailing slash. */
  webUrl: () => string;
  clientId: string;
  clientSecret: string;
};

const maxBytes = 100_000;
const longestSaid = 300;

/** Creates the calls by which a person links a GitHub account and unlinks it. */
export function createGitHubOAuth(options: GitHubOAuthOptions): GitHubOAuth {
  const tokenCall = {
    address: `/applications/${encodeURIComponent(options.clientId)}/token`,
    basic: `${options.clientId}:${options.clientSecret}`,
    maxBytes,
  };
  return {
    authorizeUrl: ({ state, codeChallenge, redirectUri }) => {
      const query = new URLSearchParams({
        client_id: options.clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      });
      return `${options.webUrl()}/login/oauth/authorize?${query.toString()}`;
    },

    exchangeCode: (request) => exchangeCode(options, request),

    revoke: async (accessToken) => {
      try {
        await callApi(options, { ...tokenCall, method: "DELETE", body: { access_token: accessToken } });
        return "revoked";
      } catch (error) {
        if (!isUnknownToken(error)) throw error;
        return "already-gone";
      }
    },

    checkToken: async (accessToken) => {
      try {
        const body = { access_token: accessToken };
        const answer = await callApi(options, { ...tokenCall, method: "POST", body });
        const { user, scopes } = parseAnswer(answer, tokenCheckSchema, "the token");
        return { login: user?.login ?? null, scopes: scopes ?? [] };
      } catch (error) {
        if (!isUnknownToken(error)) throw error;
        return null;
      }
    },
  };
}

/** Maps GitHub's OAuth error code, from the token response or the callback's `error`. */
export function problemOfGitHubOAuthError(code: string): GitHubOAuthProblem {
  return problems.get(code) ?? "unavailable";
}

const problems = new Map<string, GitHubOAuthProblem>([
  ["access_denied", "denied"],
  ["bad_verification_code", "code-refused"],
  ["unverified_user_email", "email-unverified"],
  ["incorrect_client_credentials", "misconfigured"],
  ["redirect_uri_mismatch", "misconfigured"],
  ["application_suspended", "misconfigured"],
  // RFC 6749's names for the same errors, which a compatible server may use.
  ["invalid_grant", "code-refused"],
  ["invalid_client", "misconfigured"],
  ["unauthorized_client", "misconfigured"],
]);

/** Returns true for 404 or 422, depending on how the token ended (docs/reference/upstreams.md, "GitHub OAuth"). */
function isUnknownToken(error: unknown): boolean {
  return error instanceof GitHubError && (error.kind === "not-found" || error.kind === "validation");
}

async function exchangeCode(
  options: GitHubOAuthOptions,
  request: { code: string; codeVerifier: string; redirectUri: string },
): Promise<GitHubToken> {
  const answer = parseToken(await askForToken(options, request));
  if (!("error" in answer)) {
    // GitHub separates scopes by commas, RFC 6749 by spaces.
    return { accessToken: answer.access_token, scopes: answer.scope.split(/[\s,]+/).filter(Boolean) };
  }
  const said = `${answer.error} ${answer.error_description}`.slice(0, longestSaid);
  throw new GitHubOAuthError(problemOfGitHubOAuthError(answer.error), `GitHub issued no token: ${said}`);
}

async function askForToken(
  options: GitHubOAuthOptions,
  { code, codeVerifier, redirectUri }: { code: string; codeVerifier: string; redirectUri: string },
): Promise<string> {
  const form = new URLSearchParams({
    client_id: options.clientId,
    client_secret: options.clientSecret,
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  });
  try {
    const { text } = await options.http.request({
      url: `${options.webUrl()}/login/oauth/access_token`,
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      maxBytes,
      // The code works only once, so a retry could only undo a success.
      retries: 0,
      redirect: "manual",
    });
    return text;
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw unavailable(error);
    // GitHub's answer to an unknown client id.
    if (error.statusCode === 404) {
      throw new GitHubOAuthError("misconfigured", `${error.message}: is GITHUB_CLIENT_ID right?`, {
        cause: error,
      });
    }
    // Errors come with HTTP 200; a compatible server may use the statuses of RFC 6749.
    if (error.statusCode === 400 || error.statusCode === 401) return error.body;
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): GitHubOAuthError {
  const { message } = explainFailure(cause, { hasToken: false, nowMs: 0 });
  return new GitHubOAuthError("unavailable", message, { cause });
}

function parseToken(text: string): ReturnType<typeof tokenAnswerSchema.parse> {
  try {
    return tokenAnswerSchema.parse(JSON.parse(text));
  } catch {
    // Without the cause, which could quote the token.
    throw new GitHubOAuthError(
      "unavailable",
      "GitHub's response to the code is neither a token nor an error.",
    );
  }
}
