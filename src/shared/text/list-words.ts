const lists = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Joins names: `A`, `A and B`, `A, B, and C`. */
export function listWords(names: readonly string[]): string {
  return lists.format(names);
}
