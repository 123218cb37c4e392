import type { SearchFragment } from "./search-results.ts";

/** A piece of a fragment: what was searched for, or what stands around it. */
export type FragmentPiece = { text: string; isMatch: boolean; start: number };

type Span = { start: number; end: number };

/**
 * A fragment cut at its matches. The offsets come from GitHub, so they are not trusted: one that does not fit is looked for
 * again (GitHub may count characters where strings count UTF-16 units), and left out where the text is not there.
 */
export function fragmentPieces({ fragment, matches }: SearchFragment): FragmentPiece[] {
  const spans = matches
    .map(({ text, indices: [start, end] }) => spanOf(fragment, text, start, end))
    .filter((span) => span !== null)
    .toSorted((one, other) => one.start - other.start);
  const pieces: FragmentPiece[] = [];
  let end = 0;
  for (const span of spans) {
    // Of overlapping matches the first is shown, and what the next adds to it.
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

/** The offset in UTF-16 units of the character at `characters`. */
function unitsOf(text: string, characters: number): number {
  return Array.from(text).slice(0, characters).join("").length;
}

/** Pieces without the empty lines around them, so that a fragment starts with its first line of code. */
export function trimmedPieces(pieces: readonly FragmentPiece[]): FragmentPiece[] {
  return pieces
    .map((piece, index) => {
      const start = index === 0 ? piece.text.replace(/^(?:[ \t]*\r?\n)+/u, "") : piece.text;
      return { ...piece, text: index === pieces.length - 1 ? start.trimEnd() : start };
    })
    .filter(({ text }) => text !== "");
}
