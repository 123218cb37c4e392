import type { Kernel } from "#server/feature.ts";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { sandboxGithubOwner } from "#server/pages/public-config.ts";
import {
  createGitHubClient,
  createGitHubOAuth,
  GitHubError,
  gitHubSandboxClient,
  type GitHubClient,
  type GitHubConnection,
  type GitHubOAuth,
  type GitHubRead,
  type GitHubReading,
} from "#upstreams/github/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { isLimit } from "./github-failures.ts";
import { createRateLimitTracker } from "./rate-limit-tracker.ts";

/** Address at which browsers reach this site. */
export type SelfAddress = { selfOrigin: () => string };

/** GitHub as configured: the sandbox or a live server. */
export type GitHubAccess = {
  owner: string;
  /** `sandbox` or the API's address; data of one GitHub is never used with another. */
  source: string;
  /** The API's address, which browsers use too. */
  apiUrl: () => string;
  client: GitHubClient;
  /** Null if account linking isn't set up. */
  oauth: GitHubOAuth | null;
  /** Address to which GitHub sends the browser after linking. */
  redirectUri: () => string;
  /** The site's own token; null without one, and for a while after GitHub refused it. */
  serverToken: () => string | null;
  /** Notes that GitHub refused the site's own token. */
  refuseServerToken: () => void;
  /**
   * Asks with the site's token, and with the visitor's once that limit is used up. While GitHub refuses the site's token,
   * asks without one, and then without an ETag, because there a 304 costs as much as a full answer
   * (docs/reference/upstreams.md, "GitHub limits").
   * @throws GitHubError
   */
  ask: <Value>(
    call: (read: GitHubRead) => GitHubReading<Value>,
    options?: { etag?: string | null; visitorToken?: string | null },
  ) => GitHubReading<Value>;
};

/** GitHub's callback page (docs/reference/product.md, "Routes", `/oauth`). */
const callbackPath = "/oauth";
const refusedForMs = 10 * 60_000;

export function createGitHubAccess(kernel: Kernel, address: SelfAddress): GitHubAccess {
  const { settings, now } = kernel;
  const isSandbox = settings.modes.github === "sandbox";
  const apiUrl = () =>
    isSandbox ? `${address.selfOrigin()}${gitHubSandboxClient.path}` : settings.GITHUB_API_URL;
  const userAgent = `Folio (+${settings.PUBLIC_URL ?? kernel.site.domain})`;
  const http = createHttpClient({ ...kernel, userAgent, upstream: "github" });
  const client = createGitHubClient({ http, apiUrl, now });
  const token = createServerToken(
    isSandbox ? gitHubSandboxClient.serverToken : (settings.GITHUB_TOKEN ?? null),
    kernel,
  );
  return {
    owner: settings.GITHUB_OWNER ?? sandboxGithubOwner,
    source: isSandbox ? "sandbox" : settings.GITHUB_API_URL,
    apiUrl,
    client,
    oauth: createOAuth(kernel, { http, apiUrl, isSandbox }),
    redirectUri: () => `${address.selfOrigin()}${callbackPath}`,
    serverToken: token.current,
    refuseServerToken: token.refuse,
    ask: createAsk(token, now),
  };
}

function createOAuth(
  { settings, now }: Kernel,
  { http, apiUrl, isSandbox }: { http: GitHubConnection["http"]; apiUrl: () => string; isSandbox: boolean },
): GitHubOAuth | null {
  if (isSandbox) {
    const { clientId, clientSecret } = gitHubSandboxClient;
    return createGitHubOAuth({ http, apiUrl, webUrl: apiUrl, clientId, clientSecret, now });
  }
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = settings;
  if (clientId === undefined || clientSecret === undefined) return null;
  return createGitHubOAuth({ http, apiUrl, webUrl: () => settings.GITHUB_URL, clientId, clientSecret, now });
}

type ServerToken = { current: () => string | null; refuse: () => void };

function createServerToken(token: string | null, { log, now }: Pick<Kernel, "log" | "now">): ServerToken {
  const clock = steadyClock(() => now().getTime());
  let refusedUntilMs = 0;
  return {
    current: () => (clock() < refusedUntilMs ? null : token),
    refuse() {
      if (clock() < refusedUntilMs) return;
      refusedUntilMs = clock() + refusedForMs;
      log.error(
        {},
        "GitHub refuses GITHUB_TOKEN. The site runs without it for ten minutes. Set a valid token.",
      );
    },
  };
}

function createAsk(token: ServerToken, now: () => Date): GitHubAccess["ask"] {
  const limits = createRateLimitTracker(now);

  async function askNoting<Value>(
    call: (read: GitHubRead) => GitHubReading<Value>,
    read: GitHubRead,
  ): GitHubReading<Value> {
    limits.check();
    try {
      const answer = await call(read);
      limits.noteAnswer();
      return answer;
    } catch (error) {
      limits.noteFailure(error);
      throw error;
    }
  }

  async function askAsSite<Value>(
    call: (read: GitHubRead) => GitHubReading<Value>,
    etag: string | null,
  ): GitHubReading<Value> {
    const current = token.current();
    if (current === null) return askNoting(call, { token: null });
    try {
      return await askNoting(call, { token: current, etag });
    } catch (error) {
      if (!isBadCredentials(error)) throw error;
      token.refuse();
      return askNoting(call, { token: null });
    }
  }

  return async (call, { etag = null, visitorToken = null } = {}) => {
    try {
      return await askAsSite(call, etag);
    } catch (error) {
      if (visitorToken === null || !isLimit(error)) throw error;
      const answer = await call({ token: visitorToken }).catch((refusal: unknown) => {
        // If GitHub refuses the visitor's token, the site's own rate limit is the error to report.
        throw isBadCredentials(refusal) ? error : refusal;
      });
      // An ETag from another token is useless for the site's.
      return answer === "not-modified" ? answer : { ...answer, etag: null };
    }
  };
}

function isBadCredentials(error: unknown): boolean {
  return error instanceof GitHubError && error.kind === "bad-credentials";
}
