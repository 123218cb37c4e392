/*
 * Case folding of raw texts that the database repeats exactly: letter by letter, for letters that have one counterpart. (Its own
 * `lower` depends on its settings, and JavaScript's on the letters around.)
 */

const pairs = Array.from({ length: 0x590 }, (_, code) => String.fromCodePoint(code)).flatMap((letter) => {
  const lower = letter.toLowerCase();
  return lower !== letter && lower.length === 1 ? [[letter, lower] as const] : [];
});
const lowerOf = new Map(pairs);
const capitalsOf = new Map(
  [...Map.groupBy(pairs, ([, lower]) => lower)].map(([lower, all]) => [lower, all.map(([letter]) => letter)]),
);

export function foldCase(text: string): string {
  return Array.from(text, (letter) => lowerOf.get(letter) ?? letter).join("");
}

/**
 * Returns a regular expression for Postgres (`~`) that finds folded words in a text as it is: `foldCase(text).includes(words)`.
 * (Folding each text by SQL's `translate` takes a thousand times as long.)
 */
export function foldedPattern(words: string): string {
  return Array.from(words, letterPattern).join("");
}

function letterPattern(letter: string): string {
  const capitals = capitalsOf.get(letter);
  if (capitals !== undefined) return `[${letter}${capitals.join("")}]`;
  return letter.replace(/[!-/:-@[-`{-~]/, String.raw`\$&`);
}
