import { GitHubError } from "#upstreams/github/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { isLimit } from "./github-failures.ts";

/** Remembers that the site's calls are used up, so that GitHub is not asked in vain, which it takes amiss. */
export type LimitMemory = {
  /** @throws GitHubError with what is left of the wait */
  check: () => void;
  noteAnswer: () => void;
  noteFailure: (error: unknown) => void;
};

/** One refusal may be about one call; so many in a row, with no answer between them, are about all. */
const refusalsThatConvince = 4;
/** Even then one call goes through now and then: another one may have been given back. */
const probeEveryMs = 10_000;

export function createLimitMemory(now: () => Date): LimitMemory {
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
      if (last === null || refusals < refusalsThatConvince || at >= last.until) return;
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
