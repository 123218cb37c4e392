import { HttpFailure } from "#shared/http/http-failure.ts";
import { GitHubError } from "./github-errors.ts";
import { errorSchema } from "./github-schemas.ts";
import { rateOf } from "./github-transform.ts";

/** GitHub's minimum wait if it doesn't say how long (docs/reference/upstreams.md, "GitHub limits"). */
const secondaryWaitSeconds = 60;
/** GitHub's longest window. A longer wait comes from something else or a wrong clock, and must not lock us out for years. */
const longestWaitSeconds = 3_600;

type Refusal = { message: string; codes: string[]; details: string[] };

/**
 * Interprets a failed call. Both 403 and 429 can mean either limit, and 403 other things too; headers and body tell
 * (docs/reference/upstreams.md, "GitHub calls" and "GitHub limits").
 */
export function explainFailure(error: unknown, context: { hasToken: boolean; nowMs: number }): GitHubError {
  if (error instanceof GitHubError) return error;
  if (!(error instanceof HttpFailure)) {
    return new GitHubError("unavailable", "The call to GitHub failed.", { cause: error });
  }
  if (error.kind === "too-large") return new GitHubError("too-large", `${error.message}.`, { cause: error });
  const refusal = refusalOf(error.body);
  const { statusCode } = error;
  const isLimitStatus = statusCode === 403 || statusCode === 429;
  const limit = error.kind === "status" && isLimitStatus ? limitOf(error, refusal, context.nowMs) : null;
  return limit ?? refusalError(error, refusal, context.hasToken);
}

function refusalError(error: HttpFailure, refusal: Refusal | null, hasToken: boolean): GitHubError {
  const { statusCode, retryAfterSeconds } = error;
  const said = refusal === null ? "" : [refusal.message, ...refusal.details].filter(Boolean).join(" ");
  const kind = problemOf(error, refusal, hasToken);
  return new GitHubError(kind, `${error.message}${refusal === null ? "" : ": "}${refusal?.message ?? ""}`, {
    statusCode,
    retryAfterSeconds: kind === "unavailable" ? retryAfterSeconds : null,
    said,
    cause: error,
  });
}

function problemOf(error: HttpFailure, refusal: Refusal | null, hasToken: boolean): GitHubError["kind"] {
  if (error.kind !== "status") return "unavailable";
  // Anything between us and GitHub answers in HTML; its 404 says nothing about a repository.
  const isGitHubs = refusal !== null || error.body === "";
  if (!isGitHubs) return "unavailable";
  if (refusal?.codes.includes("too_large") === true) return "too-large";
  switch (error.statusCode) {
    case 401:
      return isBadCredentials(refusal, hasToken) ? "bad-credentials" : "requires-authentication";
    case 403:
    case 451:
      return "forbidden";
    case 404:
    case 410:
      return /repository is empty/i.test(refusal?.message ?? "") ? "empty-repository" : "not-found";
    case 409:
      return "empty-repository";
    case 400:
      return "validation";
    case 422:
      // GitHub calls an unknown commit "not valid", while anything else is not found.
      return /^No commit found/i.test(refusal?.message ?? "") ? "not-found" : "validation";
    default:
      return "unavailable";
  }
}

function isBadCredentials(refusal: Refusal | null, hasToken: boolean): boolean {
  if (/bad credentials/i.test(refusal?.message ?? "")) return true;
  return hasToken && !/requires authentication/i.test(refusal?.message ?? "");
}

/** Returns null if a 403 isn't about limits. */
function limitOf(error: HttpFailure, refusal: Refusal | null, nowMs: number): GitHubError | null {
  const { statusCode, headers } = error;
  const message = refusal?.message ?? "";
  const rate = headers === null ? null : rateOf(headers);
  const isUsedUp = headers?.get("x-ratelimit-remaining") === "0" || /^API rate limit exceeded/i.test(message);
  const isSecondary = /secondary rate limit|abuse detection/i.test(message);
  if (!isSecondary && isUsedUp) {
    const fallbackMs = nowMs + (error.retryAfterSeconds ?? secondaryWaitSeconds) * 1000;
    const saidMs = rate?.resetAt.getTime() ?? fallbackMs;
    const resetAt = new Date(Math.min(saidMs, nowMs + longestWaitSeconds * 1000));
    return new GitHubError("primary-limit", `${error.message}: the calls are used up`, {
      statusCode,
      resetAt,
      retryAfterSeconds: Math.max(1, Math.ceil((resetAt.getTime() - nowMs) / 1000)),
      said: message,
      cause: error,
    });
  }
  if (!isSecondary && statusCode === 403 && error.retryAfterSeconds === null) return null;
  const saidSeconds = error.retryAfterSeconds ?? secondaryWaitSeconds;
  const retryAfterSeconds = Math.min(longestWaitSeconds, Math.max(1, saidSeconds));
  return new GitHubError("secondary-limit", `${error.message}: too many calls at once`, {
    statusCode,
    resetAt: new Date(nowMs + retryAfterSeconds * 1000),
    retryAfterSeconds,
    said: message,
    cause: error,
  });
}

/** Parses GitHub's error body; null if it isn't one. */
function refusalOf(body: string): Refusal | null {
  try {
    const { message, errors } = errorSchema.parse(JSON.parse(body));
    return {
      message,
      codes: errors.map(({ code }) => code),
      details: errors.map((each) => each.message),
    };
  } catch {
    return null;
  }
}
