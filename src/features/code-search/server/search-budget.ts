import { rateLimited } from "#shared/errors.ts";
import type { GitHubRate } from "#upstreams/github/index.ts";
import { steadyClock } from "#shared/steady-clock.ts";

/** Counts searches by whose token they use, so that GitHub never has to refuse one (UPSTREAMS 2.2 and 2.3). */
export type SearchBudget = {
  /** @throws AppError 429 with `Retry-After` when this minute's searches are used up */
  take: (who: string) => void;
  /** Takes over what GitHub says: another server, or the person elsewhere, may use the same token. */
  note: (who: string, rate: GitHubRate | null) => void;
  /** GitHub has refused: no search with this token for so long. */
  block: (who: string, seconds: number) => void;
};

/** GitHub's own limit. It is 600 an hour: the 5,000 of all calls an hour cannot be reached with it. */
const mostAMinute = 10;
const windowMs = 60_000;
/** GitHub counts code searches in a bucket of their own. */
const resource = "code_search";
/** The earliest begun give way: a flood of people must not fill the memory. */
const mostRemembered = 5_000;

type Window = { endsAtMs: number; used: number; blockedUntilMs: number };

export function createSearchBudget(nowMs: () => number): SearchBudget {
  const clock = steadyClock(nowMs);
  const windows = new Map<string, Window>();

  function windowOf(who: string): Window {
    const known = windows.get(who);
    if (known !== undefined) return known;
    const window = { endsAtMs: 0, used: 0, blockedUntilMs: 0 };
    windows.set(who, window);
    const oldest = windows.keys().next();
    if (windows.size > mostRemembered && oldest.done !== true) windows.delete(oldest.value);
    return window;
  }

  return {
    take(who) {
      const now = clock();
      const window = windowOf(who);
      if (window.endsAtMs <= now) Object.assign(window, { endsAtMs: now + windowMs, used: 0 });
      const opensAtMs = Math.max(window.blockedUntilMs, window.used < mostAMinute ? 0 : window.endsAtMs);
      if (opensAtMs > now) throw rateLimited((opensAtMs - now) / 1000);
      window.used += 1;
    },
    note(who, rate) {
      if (rate === null || rate.resource !== resource || rate.resetAt.getTime() <= nowMs()) return;
      const window = windowOf(who);
      // A GitHub with other limits than the known one: what counts is how many are left.
      const used = Math.max(0, mostAMinute - rate.remaining);
      if (used <= window.used) return;
      // No window is longer than a minute, whatever the two clocks say.
      const endsAtMs = clock() + Math.min(rate.resetAt.getTime() - nowMs(), windowMs);
      Object.assign(window, { used, endsAtMs });
    },
    block(who, seconds) {
      const window = windowOf(who);
      window.blockedUntilMs = Math.max(window.blockedUntilMs, clock() + seconds * 1000);
    },
  };
}
