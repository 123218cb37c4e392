import { LRUCache } from "lru-cache";

const hourMs = 60 * 60 * 1000;
const mostKeys = 1_000;

/** Counts each key's requests over a rolling hour, as api.data.gov does (docs/reference/upstreams.md, "Congress limits"). */
export function createHourlyLimit(now: () => Date): {
  /** Counts one request. `remaining` is the number left afterwards, or null if the limit is reached. */
  take: (key: string, limit: number) => { remaining: number | null };
} {
  const timesByKey = new LRUCache<string, number[]>({ max: mostKeys, memoMethod: () => [] });
  return {
    take(key, limit) {
      const nowMs = now().getTime();
      const times = timesByKey.memo(key);
      const firstInside = times.findIndex((time) => time > nowMs - hourMs);
      times.splice(0, firstInside === -1 ? times.length : firstInside);
      if (times.length >= limit) return { remaining: null };
      times.push(nowMs);
      return { remaining: limit - times.length };
    },
  };
}
