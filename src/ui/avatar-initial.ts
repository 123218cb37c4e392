/** How many avatar colours there are (docs/reference/product.md, "Shell"). */
export const avatarColourCount = 8;

/** The upper-case first letter of a name as a person sees it (an emoji is one letter); "" when there is none. */
export function avatarInitial(text: string): string {
  const segmenter = new Intl.Segmenter("en-US", { granularity: "grapheme" });
  const [first] = segmenter.segment(text.trim());
  return first?.segment.toLocaleUpperCase("en-US") ?? "";
}

/** Which of the eight colours an index takes: cycling, also for negative or broken indexes. */
export function avatarColour(index: number): number {
  if (!Number.isFinite(index)) return 0;
  return ((Math.trunc(index) % avatarColourCount) + avatarColourCount) % avatarColourCount;
}
