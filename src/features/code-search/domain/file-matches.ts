import { readSearchTerm } from "./search-term.ts";
import type { SearchItem } from "./search-results.ts";

/** A place in a file where a searched word stands: `line` from 1, offsets `[start, end)` in the line. */
export type FileMatch = { line: number; start: number; end: number };

/** A word on every line of a huge file helps nobody to find anything. */
export const mostMatches = 1000;

/** The words that a query looks for in files, without qualifiers, operators and what it excludes. */
export function wordsOfQuery(query: string, owner: string): string[] {
  const read = readSearchTerm(query, owner);
  if ("problem" in read) return [];
  const { words } = read.term;
  const wanted = words.filter(
    (word, index) => !["AND", "OR", "NOT"].includes(word) && words[index - 1] !== "NOT",
  );
  return distinct(wanted.map((word) => word.replaceAll('"', "").trim()));
}

/** What GitHub has found in a file, or, where it does not say, what the query looks for. */
export function wordsToMark(item: SearchItem | undefined, query: string, owner: string): string[] {
  const found = (item?.text_matches ?? [])
    // A match in the path says nothing about the text.
    .filter(({ fragment }) => fragment !== item?.path)
    .flatMap(({ matches }) => matches.map(({ text }) => text.trim()));
  return found.some((text) => text !== "") ? distinct(found) : wordsOfQuery(query, owner);
}

/** Every place where one of the words stands, whatever its case, in the order of the text; overlapping ones once. */
export function matchesIn(lines: readonly string[], words: readonly string[]): FileMatch[] {
  const wanted = words.filter((word) => word !== "");
  if (wanted.length === 0) return [];
  // The longest first: "HttpClientFactory" is one match of its own, not one of "HttpClient".
  const pattern = new RegExp(
    wanted
      .toSorted((one, other) => other.length - one.length)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
      .join("|"),
    "giu",
  );
  const matches: FileMatch[] = [];
  for (const [index, line] of lines.entries()) {
    for (const { 0: text, index: start } of line.matchAll(pattern)) {
      if (matches.length === mostMatches) return matches;
      matches.push({ line: index + 1, start, end: start + text.length });
    }
  }
  return matches;
}

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.filter((word) => word !== "").map((word) => [word.toLowerCase(), word])).values()];
}
