/** Number of avatar colors (docs/reference/product.md, "Shell"). */
export const avatarColorCount = 8;

/** A letter that nothing can be joined to: followed by another plain character, or by nothing. */
const plainInitial = /^[!-~](?=[ -~]|$)/;

/** Returns the uppercase first letter of a name as people see it (an emoji is one letter); "" if there is none. */
export function avatarInitial(text: string): string {
  const name = text.trim();
  // A browser loads its rules for letters only for names that need them: a phone takes longer for that than to draw a page.
  const first = plainInitial.exec(name)?.[0] ?? firstLetter(name);
  return first.toLocaleUpperCase("en-US");
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter("en-US", { granularity: "grapheme" }).segment(name);
  return first?.segment ?? "";
}

/** Returns one of the eight colors for an index, cycling, even for negative or invalid indexes. */
export function avatarColor(index: number): number {
  if (!Number.isFinite(index)) return 0;
  return ((Math.trunc(index) % avatarColorCount) + avatarColorCount) % avatarColorCount;
}
