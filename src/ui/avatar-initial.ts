/** Number of avatar colors (docs/reference/product.md, "Shell"). */
export const avatarColorCount = 8;

/** Returns the uppercase first letter of a name as people see it (an emoji is one letter); "" if there is none. */
export function avatarInitial(text: string): string {
  const segmenter = new Intl.Segmenter("en-US", { granularity: "grapheme" });
  const [first] = segmenter.segment(text.trim());
  return first?.segment.toLocaleUpperCase("en-US") ?? "";
}

/** Returns one of the eight colors for an index, cycling, even for negative or invalid indexes. */
export function avatarColor(index: number): number {
  if (!Number.isFinite(index)) return 0;
  return ((Math.trunc(index) % avatarColorCount) + avatarColorCount) % avatarColorCount;
}
