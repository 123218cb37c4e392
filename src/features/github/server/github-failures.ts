import { notFound, rateLimited, upstreamFailed } from "#shared/errors.ts";
import { GitHubError } from "#upstreams/github/index.ts";

/** Returns true for both of GitHub's rate limits. */
export function isLimit(error: unknown): boolean {
  return error instanceof GitHubError && (error.kind === "primary-limit" || error.kind === "secondary-limit");
}

const fallbackWaitSeconds = 60;

/** Translates a failed GitHub call into the error for the person who asked; returns any other error unchanged. */
export function answerToFailure(error: unknown): unknown {
  if (!(error instanceof GitHubError)) return error;
  const { kind, retryAfterSeconds } = error;
  if (isLimit(error)) return rateLimited(retryAfterSeconds ?? fallbackWaitSeconds);
  if (kind === "not-found" || kind === "empty-repository") return notFound();
  return upstreamFailed("GitHub isn’t available right now. Try again in a moment.", {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    cause: error,
  });
}
