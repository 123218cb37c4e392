import type { LineMatch, SearchFragment } from "./search-shapes.ts";

/** A match in a text: offsets `[start, end)`. */
export type TextMatch = [start: number, end: number];

const contextLines = 2;
const maxLineCharacters = 300;
const charactersBefore = 100;
const maxIndices = 50;
const maxFragments = 3;

/** Returns the first lines with matches, which are in order. Long lines are cut around their first match. */
export function lineMatchesOf(text: string, matches: readonly TextMatch[], maxLines: number): LineMatch[] {
  const found: LineMatch[] = [];
  let line = 1;
  let counted = 0;
  let index = 0;
  while (index < matches.length && found.length < maxLines) {
    const [start = 0] = matches[index] ?? [];
    for (
      let next = text.indexOf("\n", counted);
      next >= 0 && next < start;
      next = text.indexOf("\n", counted)
    ) {
      line += 1;
      counted = next + 1;
    }
    const end = endOfLine(text, start);
    const inLine: TextMatch[] = [];
    for (; index < matches.length && (matches[index]?.[0] ?? end) < end; index += 1) {
      const match = matches[index];
      if (match !== undefined && inLine.length < maxIndices) inLine.push(match);
    }
    if (inLine.length === 0) {
      // A match of no text at the end of a line.
      index += 1;
      continue;
    }
    found.push({
      line,
      ...cutLine(
        text.slice(counted, end),
        inLine.map(([from, to]) => [from - counted, to - counted]),
      ),
      before: linesBefore(text, counted),
      after: linesAfter(text, end),
    });
  }
  return found;
}

/** Returns the fragments of the first lines as GitHub's search has them. */
export function fragmentsOf(lines: readonly LineMatch[]): SearchFragment[] {
  return lines.slice(0, maxFragments).map(({ text, indices, before, after }) => {
    const start = before.reduce((sum, line) => sum + line.length + 1, 0);
    return {
      fragment: [...before, text, ...after].join("\n"),
      matches: indices.map(([from, to]) => ({
        text: text.slice(from, to),
        indices: [start + from, start + to],
      })),
    };
  });
}

function cutLine(whole: string, matches: TextMatch[]): Pick<LineMatch, "text" | "indices"> {
  const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
  const [first] = matches;
  const from =
    line.length <= maxLineCharacters || first === undefined || first[0] <= charactersBefore * 2
      ? 0
      : first[0] - charactersBefore;
  const text = line.slice(from, from + maxLineCharacters);
  const indices = matches
    .map(([start, end]): TextMatch => [start - from, Math.min(text.length, end - from)])
    .filter(([start, end]) => start < end);
  return { text, indices };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function linesBefore(text: string, start: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; lines.length < contextLines && end >= 0;) {
    const from = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift(shortened(text.slice(from, end)));
    end = from - 1;
  }
  return lines;
}

function linesAfter(text: string, end: number): string[] {
  const lines: string[] = [];
  for (let from = end + 1; lines.length < contextLines && from < text.length;) {
    const to = endOfLine(text, from);
    lines.push(shortened(text.slice(from, to)));
    from = to + 1;
  }
  return lines;
}

function shortened(line: string): string {
  return line.replace(/\r$/, "").slice(0, maxLineCharacters);
}
