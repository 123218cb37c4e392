import type { SearchFragment } from "./search-shapes.ts";

/** A piece of a fragment, matched or not. */
export type FragmentPiece = { text: string; isMatch: boolean; start: number };

type Span = { start: number; end: number };

/**
 * Splits a fragment at its matches. GitHub's offsets aren't trusted: a match with a wrong offset is searched for again
 * (GitHub may count characters, strings count UTF-16 units) and dropped if the text isn't there.
 */
export function fragmentPieces({ fragment, matches }: SearchFragment): FragmentPiece[] {
  const spans = matches
    .map(({ text, indices: [start, end] }) => spanOf(fragment, text, start, end))
    .filter((span) => span !== null)
    .toSorted((one, other) => one.start - other.start);
  const pieces: FragmentPiece[] = [];
  let end = 0;
  for (const span of spans) {
    // For overlapping matches, shows the first and what the next one adds.
    const start = Math.max(span.start, end);
    if (start >= span.end) continue;
    if (start > end) pieces.push({ text: fragment.slice(end, start), isMatch: false, start: end });
    pieces.push({ text: fragment.slice(start, span.end), isMatch: true, start });
    end = span.end;
  }
  if (end < fragment.length) pieces.push({ text: fragment.slice(end), isMatch: false, start: end });
  return pieces;
}

function spanOf(fragment: string, text: string, start: number, end: number): Span | null {
  const wanted = text.toLowerCase();
  if (wanted === "") return null;
  const given = { start, end };
  if (fits(fragment, given, wanted)) return given;
  const counted = { start: unitsOf(fragment, start), end: unitsOf(fragment, end) };
  if (fits(fragment, counted, wanted)) return counted;
  const found = fragment.toLowerCase().indexOf(wanted);
  const sought = { start: found, end: found + text.length };
  return found >= 0 && fits(fragment, sought, wanted) ? sought : null;
}

function fits(fragment: string, { start, end }: Span, wanted: string): boolean {
  return start < end && end <= fragment.length && fragment.slice(start, end).toLowerCase() === wanted;
}

/** Returns the UTF-16 offset of the character at `characters`. */
function unitsOf(text: string, characters: number): number {
  return Array.from(text).slice(0, characters).join("").length;
}

/** Removes empty lines around the pieces, so that a fragment starts with its first line of code. */
export function trimmedPieces(pieces: readonly FragmentPiece[]): FragmentPiece[] {
  return pieces
    .map((piece, index) => {
      const start = index === 0 ? piece.text.replace(/^(?:[ \t]*\r?\n)+/u, "") : piece.text;
      return { ...piece, text: index === pieces.length - 1 ? start.trimEnd() : start };
    })
    .filter(({ text }) => text !== "");
}
