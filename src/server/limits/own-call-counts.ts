import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { entriesAtMost } from "./short-memory.ts";

/** A maximum number of calls in a window opened by the first of them. */
export type CallWindow = {
  most: number;
  windowMs: number;
  /**
   * Longest possible window; a longer one was left by a server whose clock jumped and is ignored. `2 * windowMs` by default;
   * set it if `raise` may extend the window.
   */
  longestMs?: number;
};

/** A maximum number of calls at once, refilled at a rate per minute. */
export type CallBucket = { burst: number; perMinute: number };

/**
 * Counts calls by key for all servers of the database together. Never rejects: without the database each server counts on its
 * own.
 */
export type CallCounts = {
  /** Counts a call. Returns 0, or the ms to wait if the window has no calls left. */
  take: (key: string, window: CallWindow) => Promise<number>;
  /** Returns a call that was counted in advance but not made; does nothing if the window is over. */
  giveBack: (key: string) => Promise<void>;
  /**
   * Records calls counted elsewhere, such as by the service itself: this many are used up for this long. A lower count, or an
   * equal one for a shorter time, is ignored.
   */
  raise: (key: string, counted: RaisedCount) => Promise<void>;
  /** Like `take`, from a bucket. */
  takeFromBucket: (key: string, bucket: CallBucket) => Promise<number>;
};

export type RaisedCount = { used: number; forMs: number };

/** Above this number the least recent callers are dropped, so that a flood of addresses can't fill the memory. */
const maxCallers = 50_000;

/** Creates the counts of this process only. */
export function createOwnCounts(nowMs: () => number): CallCounts {
  const clock = steadyClock(nowMs);
  const counts = new LRUCache<string, { used: number; endsAtMs: number }>(entriesAtMost(maxCallers));

  function running(key: string) {
    const known = counts.get(key);
    return known !== undefined && known.endsAtMs > clock() ? known : null;
  }

  return {
    async take(key, { most, windowMs }) {
      const known = running(key);
      if (known !== null && known.used >= most) return known.endsAtMs - clock();
      counts.set(key, { used: (known?.used ?? 0) + 1, endsAtMs: known?.endsAtMs ?? clock() + windowMs });
      return 0;
    },
    async giveBack(key) {
      const known = running(key);
      if (known !== null && known.used > 0) known.used -= 1;
    },
    async raise(key, { used, forMs }) {
      const known = running(key);
      const endsAtMs = clock() + forMs;
      if (known !== null && (used < known.used || (used === known.used && endsAtMs <= known.endsAtMs)))
        return;
      counts.set(key, { used, endsAtMs });
    },
    async takeFromBucket(key, { burst, perMinute }) {
      const now = clock();
      const msPerCall = 60_000 / perMinute;
      const fullAgainMs = (running(key)?.endsAtMs ?? now) + msPerCall;
      const latestMs = now + burst * msPerCall;
      if (fullAgainMs > latestMs) return Math.max(1, Math.ceil(fullAgainMs - latestMs));
      counts.set(key, { used: 0, endsAtMs: fullAgainMs });
      return 0;
    },
  };
}
