import { ServiceError, type ServiceErrorOptions } from "#shared/http/service-error.ts";

/**
 * Reasons for a failed call to GitHub.
 * - `not-found`: doesn't exist, or isn't visible to this token
 * - `empty-repository`: has no commits yet
 * - `primary-limit`: the hour's (or minute's) calls are used up until `resetAt`
 * - `secondary-limit`: too many at once; retry after `retryAfterSeconds`, longer if it happens again
 * - `bad-credentials`: GitHub rejects the token or the client secret
 * - `requires-authentication`: this call requires a token
 * - `forbidden`: refused for another reason, such as a blocked repository
 * - `validation`: GitHub rejects the request, such as a search without a term
 * - `too-large`: more than GitHub returns
 * - `unavailable`: no response, a server error, or a response that doesn't match its API
 */
export type GitHubProblem =
  | "not-found"
  | "empty-repository"
  | "primary-limit"
  | "secondary-limit"
  | "bad-credentials"
  | "requires-authentication"
  | "forbidden"
  | "validation"
  | "too-large"
  | "unavailable";

/** The remaining calls, from a response's `X-RateLimit-*` headers. */
export type GitHubRate = {
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Name of the limit: `core`, `search`, `code_search` … */
  resource: string;
};

/**
 * A failed call to GitHub. The message is for the log and contains no token, query or body. `retryAfterSeconds` is at least 1,
 * always set for both limits, and for `unavailable` if GitHub said so.
 */
export class GitHubError extends ServiceError<GitHubProblem> {
  override readonly name = "GitHubError";
  readonly statusCode: number | null;
  /** Time when calls are possible again: always set for both limits, else null. */
  readonly resetAt: Date | null;
  /** GitHub's own message, such as why it refused a search; empty if there was none. */
  readonly said: string;

  constructor(
    kind: GitHubProblem,
    message: string,
    options: ServiceErrorOptions & {
      statusCode?: number | null;
      resetAt?: Date | null;
      said?: string;
    } = {},
  ) {
    super(kind, message, options);
    this.statusCode = options.statusCode ?? null;
    this.resetAt = options.resetAt ?? null;
    this.said = options.said ?? "";
  }
}
