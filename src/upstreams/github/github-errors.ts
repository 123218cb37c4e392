/**
 * Why GitHub gave no usable answer.
 * - `not-found`: no such thing, or none that this token may see
 * - `empty-repository`: it has no commit yet
 * - `primary-limit`: the hour's (or minute's) calls are used up until `resetAt`
 * - `secondary-limit`: too much at once; to be tried again after `retryAfterSeconds`, longer if it happens again
 * - `bad-credentials`: GitHub does not accept the token or the client's secret
 * - `requires-authentication`: this call needs a token
 * - `forbidden`: refused for another reason, such as a blocked repository
 * - `validation`: GitHub does not accept what was asked, such as a search without a term
 * - `too-large`: GitHub does not hand so much over
 * - `unavailable`: no answer, an error of GitHub's, or an answer that is none of its API
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

/** The calls left, from an answer's `X-RateLimit-*` headers. */
export type GitHubRate = {
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Which bucket: `core`, `search`, `code_search` … */
  resource: string;
};

/** A call to GitHub that failed. The message is for the log: it holds no token, no query and no body. */
export class GitHubError extends Error {
  readonly kind: GitHubProblem;
  readonly statusCode: number | null;
  /** When calls are possible again: for both limits always, else null. */
  readonly resetAt: Date | null;
  /** The same as seconds from now, at least 1: for both limits always, for `unavailable` where GitHub said. */
  readonly retryAfterSeconds: number | null;
  /** What GitHub said in its own words, such as why it refused a search; empty where it said nothing. */
  readonly said: string;

  constructor(
    kind: GitHubProblem,
    message: string,
    options: {
      statusCode?: number | null;
      resetAt?: Date | null;
      retryAfterSeconds?: number | null;
      said?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "GitHubError";
    this.kind = kind;
    this.statusCode = options.statusCode ?? null;
    this.resetAt = options.resetAt ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.said = options.said ?? "";
  }
}
