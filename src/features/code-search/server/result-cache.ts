import { steadyClock } from "#shared/time/steady-clock.ts";
import type { SearchResults } from "../domain/search-results.ts";

/** Results for a minute: going back to a list, or the same search by several people, costs one of ten. */
export type ResultCache = {
  /** What is there, also while it is still being fetched; a failure is not kept. `key` says whose token it is. */
  read: (key: string, search: () => Promise<SearchResults>) => Promise<SearchResults>;
};

const keptForMs = 60_000;
/** The oldest give way. */
const mostKept = 300;

export function createResultCache(nowMs: () => number): ResultCache {
  const clock = steadyClock(nowMs);
  const kept = new Map<string, { results: Promise<SearchResults>; untilMs: number }>();

  return {
    read(key, search) {
      const known = kept.get(key);
      if (known !== undefined && known.untilMs > clock()) return known.results;
      const results = search();
      const entry = { results, untilMs: clock() + keptForMs };
      kept.delete(key);
      kept.set(key, entry);
      const oldest = kept.keys().next();
      if (kept.size > mostKept && oldest.done !== true) kept.delete(oldest.value);
      results.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return results;
    },
  };
}
