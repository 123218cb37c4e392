import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { rateLimited } from "#shared/errors.ts";
import type { GitHubRate } from "#upstreams/github/index.ts";

/**
 * Limits searches per token, on all servers, so that GitHub never has to refuse one
 * (docs/reference/upstreams.md, "GitHub search" and "GitHub limits").
 */
export type SearchRateLimit = {
  /** @throws AppError 429 with `Retry-After` when this minute's searches are used up */
  take: (who: string) => Promise<void>;
  /** Adopts GitHub's count: the person may use the same token elsewhere. */
  note: (who: string, rate: GitHubRate | null) => Promise<void>;
  /** Blocks the token for so long after GitHub refused it. */
  block: (who: string, seconds: number) => Promise<void>;
};

/** GitHub's own limit. It comes to 600 an hour, well within the 5,000 of all calls. */
const maxPerMinute = 10;
const windowMs = 60_000;
/** Longest wait; GitHub has never asked for more. */
const longestBlockMs = 60 * 60_000;
/** Larger than any count, and the maximum of the table's column. */
const allUsedUp = 1_000_000_000;
/** GitHub's rate limit resource for code searches. */
const resource = "code_search";

/** Creates the limit. `source` is GitHub's address, to which it applies. */
export function createSearchRateLimit(kernel: CountsKernel, source: string): SearchRateLimit {
  const counts = createCallCounts(kernel, `searches at ${source}`);
  const nowMs = () => kernel.now().getTime();
  return {
    async take(who) {
      const waitMs = await counts.take(who, { most: maxPerMinute, windowMs, longestMs: longestBlockMs });
      if (waitMs > 0) throw rateLimited(waitMs / 1000);
    },
    async note(who, rate) {
      const leftMs = (rate?.resetAt.getTime() ?? 0) - nowMs();
      if (rate === null || rate.resource !== resource || leftMs <= 0) return;
      // For a GitHub server with a different limit, the remaining calls count.
      const used = Math.max(0, maxPerMinute - rate.remaining);
      // No window is longer than a minute, whatever the clocks say.
      await counts.raise(who, { used, forMs: Math.min(leftMs, windowMs) });
    },
    block: (who, seconds) =>
      counts.raise(who, {
        used: allUsedUp,
        forMs: Math.min(seconds * 1000, longestBlockMs),
      }),
  };
}
