import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { rateLimited } from "#shared/errors.ts";
import type { GitHubRate } from "#upstreams/github/index.ts";

/**
 * Counts searches by whose token they use, on all servers, so that GitHub never has to refuse one
 * (docs/reference/upstreams.md, "GitHub search" and "GitHub limits").
 */
export type SearchBudget = {
  /** @throws AppError 429 with `Retry-After` when this minute's searches are used up */
  take: (who: string) => Promise<void>;
  /** Takes over what GitHub says: the person may use the same token elsewhere. */
  note: (who: string, rate: GitHubRate | null) => Promise<void>;
  /** GitHub has refused: no search with this token for so long. */
  block: (who: string, seconds: number) => Promise<void>;
};

/** GitHub's own limit. It is 600 an hour: the 5,000 of all calls an hour cannot be reached with it. */
const mostAMinute = 10;
const windowMs = 60_000;
/** GitHub has never been seen to ask for more patience than this. */
const longestBlockMs = 60 * 60_000;
/** More than any count comes to, and as much as the table's column takes. */
const allUsedUp = 1_000_000_000;
/** GitHub counts code searches in a bucket of their own. */
const resource = "code_search";

/** `source` is GitHub's address, whose limits these are. */
export function createSearchBudget(kernel: CountsKernel, source: string): SearchBudget {
  const counts = createCallCounts(kernel, `searches at ${source}`);
  const nowMs = () => kernel.now().getTime();
  return {
    async take(who) {
      const waitMs = await counts.take(who, { most: mostAMinute, windowMs, longestMs: longestBlockMs });
      if (waitMs > 0) throw rateLimited(waitMs / 1000);
    },
    async note(who, rate) {
      const leftMs = (rate?.resetAt.getTime() ?? 0) - nowMs();
      if (rate === null || rate.resource !== resource || leftMs <= 0) return;
      // A GitHub with other limits than the known one: what counts is how many are left.
      const used = Math.max(0, mostAMinute - rate.remaining);
      // No window is longer than a minute, whatever the two clocks say.
      await counts.raise(who, { used, forMs: Math.min(leftMs, windowMs) });
    },
    block: (who, seconds) =>
      counts.raise(who, {
        used: allUsedUp,
        forMs: Math.min(seconds * 1000, longestBlockMs),
      }),
  };
}
