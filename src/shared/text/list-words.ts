import { countWords } from "./counts.ts";

const lists = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Joins names: `A`, `A and B`, `A, B, and C`. */
export function listWords(names: readonly string[]): string {
  return lists.format(names);
}

/** Counts things of several kinds, without those there are none of: `2 bills and 1 income source`. */
export function listCounts(counts: readonly (readonly [count: number, one: string])[]): string {
  return listWords(counts.flatMap(([count, one]) => (count === 0 ? [] : [countWords(count, one)])));
}
