/*
 * Case folding of raw texts that the database repeats exactly: letter by letter, for letters that have one counterpart. (Its own
 * `lower` depends on its settings, and JavaScript's on the letters around.)
 */

const pairs = Array.from({ length: 0x590 }, (_, code) => String.fromCodePoint(code)).flatMap((letter) => {
  const lower = letter.toLowerCase();
  return lower !== letter && lower.length === 1 ? [[letter, lower] as const] : [];
});
const lowerOf = new Map(pairs);

/** Capital letters and, in the same order, their small ones: arguments of SQL's `translate`. */
export const capitals = pairs.map(([letter]) => letter).join("");
export const smallLetters = pairs.map(([, lower]) => lower).join("");

export function foldCase(text: string): string {
  return Array.from(text, (letter) => lowerOf.get(letter) ?? letter).join("");
}
