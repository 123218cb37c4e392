import { notFound, rateLimited, upstreamFailed } from "#shared/errors.ts";
import { GitHubError } from "#upstreams/github/index.ts";

/** Both of GitHub's limits: too many calls, not a fault of the call. */
export function isLimit(error: unknown): boolean {
  return error instanceof GitHubError && (error.kind === "primary-limit" || error.kind === "secondary-limit");
}

const fallbackWaitSeconds = 60;

/** What a failed call to GitHub is to the person who asked; anything that is not GitHub's stays as it is. */
export function answerToFailure(error: unknown): unknown {
  if (!(error instanceof GitHubError)) return error;
  const { kind, retryAfterSeconds } = error;
  if (isLimit(error)) return rateLimited(retryAfterSeconds ?? fallbackWaitSeconds);
  if (kind === "not-found" || kind === "empty-repository") return notFound();
  return upstreamFailed("GitHub does not answer as it should at the moment. Try again shortly.", {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    cause: error,
  });
}
