import { countWords } from "./counts.ts";

const lists = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Joins names: `A`, `A and B`, `A, B, and C`. */
export function listWords(names: readonly string[]): string {
  return lists.format(names);
}

/** Joins choices: `A`, `A or B`, `A, B or C`. */
export function orWords(choices: readonly string[]): string {
  const last = choices.at(-1) ?? "";
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(", ")} or ${last}`;
}

/** Returns at most so many names, the last of which counts the others if there are more: `A`, `B`, `3 more`. */
export function fewNames(names: readonly string[], most: number): readonly string[] {
  return names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
}

/** Counts things of several kinds, without those there are none of: `2 bills and 1 income source`. */
export function listCounts(counts: readonly (readonly [count: number, one: string])[]): string {
  return listWords(counts.flatMap(([count, one]) => (count === 0 ? [] : [countWords(count, one)])));
}
