/** Pause after the first search of a minute. */
const shortestMs = 150;
/**
 * Growth of the pause with each search of the last minute: after 34 of them it's a second, so that nobody can type their
 * way to the limit of 60 searches a minute.
 */
const growthMs = 25;
const windowMs = 60_000;

let searchedAtMs: readonly number[] = [];

/** Returns how long someone who types has to pause before a search runs (docs/reference/product.md, "Code search"). */
export function typingPauseMs(nowMs: number): number {
  searchedAtMs = searchedAtMs.filter((atMs) => nowMs - atMs < windowMs);
  return shortestMs + growthMs * searchedAtMs.length;
}

/** Counts a search that typing has started. */
export function countTypedSearch(nowMs: number): void {
  searchedAtMs = [...searchedAtMs, nowMs];
}
