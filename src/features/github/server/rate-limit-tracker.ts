import { GitHubError } from "#upstreams/github/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { isLimit } from "./github-failures.ts";

/** Tracks the site's rate limit, so that GitHub isn't asked in vain, which it penalizes. */
export type RateLimitTracker = {
  /** @throws GitHubError with the remaining wait */
  check: () => void;
  noteAnswer: () => void;
  noteFailure: (error: unknown) => void;
};

/** A single refusal may concern one call; this many in a row, with no answer in between, concern all calls. */
const refusalsBeforeBlock = 4;
/** Even then one call goes through now and then, because GitHub may have lifted the limit. */
const probeEveryMs = 10_000;

export function createRateLimitTracker(now: () => Date): RateLimitTracker {
  const clock = steadyClock(() => now().getTime());
  let refusals = 0;
  let last: { error: GitHubError; until: Date } | null = null;
  let probeAtMs = 0;

  function forget(): void {
    refusals = 0;
    last = null;
  }

  return {
    check() {
      const at = now();
      if (last === null || refusals < refusalsBeforeBlock || at >= last.until) return;
      if (clock() >= probeAtMs) {
        probeAtMs = clock() + probeEveryMs;
        return;
      }
      throw refusalAgain(last.error, last.until, at);
    },
    noteAnswer: forget,
    noteFailure(error) {
      if (!(error instanceof GitHubError)) return;
      if (isLimit(error) && error.resetAt !== null) {
        refusals += 1;
        last = { error, until: error.resetAt };
        probeAtMs = clock() + probeEveryMs;
      } else if (error.statusCode !== null) forget();
    },
  };
}

function refusalAgain(error: GitHubError, until: Date, at: Date): GitHubError {
  return new GitHubError(error.kind, error.message, {
    statusCode: error.statusCode,
    resetAt: until,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000)),
    said: error.said,
  });
}
