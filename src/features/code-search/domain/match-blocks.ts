import type { LineMatch } from "./search-shapes.ts";

/** A line of a block; `indices` are the offsets `[start, end)` of its matches, none for a line around them. */
type BlockLine = { line: number; text: string; indices: readonly (readonly [number, number])[] };

/** Lines that follow each other. */
export type MatchBlock = { first: number; lines: BlockLine[] };

/** Joins matching lines and the lines around them into blocks, in order, each line once. */
export function matchBlocks(matches: readonly LineMatch[]): MatchBlock[] {
  const byLine = new Map<number, BlockLine>();
  for (const { line, before, after } of matches) {
    before.forEach((text, index) => {
      const number = line - before.length + index;
      if (number > 0) byLine.set(number, { line: number, text, indices: [] });
    });
    after.forEach((text, index) => {
      byLine.set(line + 1 + index, { line: line + 1 + index, text, indices: [] });
    });
  }
  // A match may be among the lines around another.
  for (const { line, text, indices } of matches) byLine.set(line, { line, text, indices });
  const blocks: MatchBlock[] = [];
  for (const line of [...byLine.values()].toSorted((one, other) => one.line - other.line)) {
    const block = blocks.at(-1);
    if (block !== undefined && block.first + block.lines.length === line.line) block.lines.push(line);
    else blocks.push({ first: line.line, lines: [line] });
  }
  return blocks;
}

/** Splits a line at its matches; drops offsets outside of it and what they repeat. */
export function linePieces({
  text,
  indices,
}: BlockLine): { text: string; isMatch: boolean; start: number }[] {
  const pieces: { text: string; isMatch: boolean; start: number }[] = [];
  let end = 0;
  for (const [from, to] of indices.toSorted(([one], [other]) => one - other)) {
    const start = Math.max(from, end);
    const stop = Math.min(to, text.length);
    if (start >= stop) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), isMatch: false, start: end });
    pieces.push({ text: text.slice(start, stop), isMatch: true, start });
    end = stop;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false, start: end });
  return pieces;
}
