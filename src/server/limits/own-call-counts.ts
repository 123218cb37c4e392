import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";

/** So many calls in a window that the first of them opens. */
export type CallWindow = {
  most: number;
  windowMs: number;
  /**
   * What would last longer was left by a server whose clock has jumped, and counts no more; twice `windowMs` unless said. To be
   * said where `raise` may make it longer.
   */
  longestMs?: number;
};

/** So many calls at once, then so many a minute. */
export type CallBucket = { burst: number; perMinute: number };

/** Counts calls by key, for all servers of the database together. Never rejects: without the database each server counts by itself. */
export type CallCounts = {
  /** Counts a call. Answers how many ms to wait where none is left in the window; 0: it is counted. */
  take: (key: string, window: CallWindow) => Promise<number>;
  /** Takes one back that was counted in advance and turned out to be none; of a window that is over, nothing. */
  giveBack: (key: string) => Promise<void>;
  /** So many are used up, and for so long: for what somebody else has counted. Fewer than are counted, or as many for a shorter time, change nothing. */
  raise: (key: string, counted: RaisedCount) => Promise<void>;
  /** As `take`, from a bucket. */
  takeFromBucket: (key: string, bucket: CallBucket) => Promise<number>;
};

export type RaisedCount = { used: number; forMs: number };

/** Above this many callers those of longest ago are forgotten: a flood of addresses must not fill the memory. */
const maxCallers = 50_000;

/** The counts of this process alone. */
export function createOwnCounts(nowMs: () => number): CallCounts {
  const clock = steadyClock(nowMs);
  const counts = new LRUCache<string, { used: number; endsAtMs: number }>({ max: maxCallers });

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
