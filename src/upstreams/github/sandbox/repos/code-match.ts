import type { SearchTerm } from "./code-query.ts";

export type Span = { text: string; start: number; end: number };

export type Fragment = { fragment: string; matches: { text: string; indices: [number, number] }[] };

const maxFragments = 2;
const charactersBefore = 120;
const charactersAfter = 160;
const linesAround = 2;

/**
 * Returns the positions of a term in a text. Words match as a whole, ignoring case; parts of names in camel case or with
 * underscores count as words, too.
 */
export function findTerm({ words }: SearchTerm, text: string): Span[] {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(escaped.join(String.raw`[^\p{L}\p{N}_]+`), "giu");
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    return isWordStart(text, start) && isWordStart(text, end) ? [{ text: match[0], start, end }] : [];
  });
}

/** Returns true if a word may begin or end here: at the text's edges, or before a capital or underscore that starts a part. */
function isWordStart(text: string, at: number): boolean {
  const [before, after] = [text.slice(at - 1, at), text.slice(at, at + 1)];
  if (!isWordCharacter(before) || !isWordCharacter(after)) return true;
  return before === "_" || after === "_" || (/\p{Lu}/u.test(after) && /[\p{Ll}\p{N}]/u.test(before));
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** Returns up to two fragments of text around the first spans; offsets are relative to each fragment. */
export function takeFragments(text: string, spans: Span[]): Fragment[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const fragments: Fragment[] = [];
  let reached = 0;
  for (const span of sorted) {
    if (span.start < reached || fragments.length === maxFragments) continue;
    const from = Math.max(reached, lineEdge(text, span.start, -1), span.start - charactersBefore);
    const until = Math.min(lineEdge(text, span.end, 1), span.end + charactersAfter);
    const inside = withoutOverlap(sorted.filter(({ start, end }) => start >= span.start && end <= until));
    fragments.push({
      fragment: text.slice(from, until),
      matches: inside.map((one) => ({ text: one.text, indices: [one.start - from, one.end - from] })),
    });
    reached = until;
  }
  return fragments;
}

function withoutOverlap(spans: Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}

/** Returns the edge of the line `linesAround` lines away. */
function lineEdge(text: string, from: number, direction: -1 | 1): number {
  let at = from;
  for (let line = 0; line <= linesAround; line += 1) {
    const edge = direction < 0 ? text.lastIndexOf("\n", at - 1) : text.indexOf("\n", at);
    if (edge < 0 || (direction < 0 && at === 0)) return direction < 0 ? 0 : text.length;
    if (line === linesAround) return direction < 0 ? edge + 1 : edge;
    at = direction < 0 ? edge : edge + 1;
  }
  return at;
}
