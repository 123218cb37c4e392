import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";

/**
 * What one process remembers for `forMs`: at most `most` entries, what was not asked for longest makes room. Its time
 * follows `nowMs` but never goes back (`steady-clock.ts`).
 */
export function createShortMemory<Value extends object | true>(options: {
  most: number;
  forMs: number;
  nowMs: () => number;
}): LRUCache<string, Value> {
  return new LRUCache({
    max: options.most,
    // Here an entry is over at this age, not after it.
    ttl: options.forMs - 1,
    ttlResolution: 0,
    perf: { now: steadyClock(options.nowMs) },
  });
}

/** What is remembered, also while it is still being asked for, or what `ask` gives now; a failure is not kept. */
export function askOnce<Value>(
  memory: LRUCache<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const asked = ask();
  memory.set(key, asked);
  asked.catch(() => {
    if (memory.peek(key) === asked) memory.delete(key);
  });
  return asked;
}
