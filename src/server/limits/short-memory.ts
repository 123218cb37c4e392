import { LRUCache } from "lru-cache";
import { steadyClock } from "#shared/time/steady-clock.ts";

/**
 * Limits a memory to `most` entries like the package's `max`, which would reserve room for all of them when the memory is made
 * (10 ms and a megabyte for 50,000).
 */
export function entriesAtMost(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 };
}

/**
 * Creates a memory of one process that keeps entries for `forMs`, `most` of them at most; the least recently used is dropped
 * first. Its time follows `nowMs` but never goes back (`steady-clock.ts`).
 */
export function createShortMemory<Value extends object | true>(options: {
  most: number;
  forMs: number;
  nowMs: () => number;
}): LRUCache<string, Value> {
  return new LRUCache({
    ...entriesAtMost(options.most),
    // An entry expires at this age, not after it.
    ttl: options.forMs - 1,
    ttlResolution: 0,
    perf: { now: steadyClock(options.nowMs) },
  });
}

/** Returns the remembered value, even while it is being loaded, or what `ask` loads now; failures aren't remembered. */
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
