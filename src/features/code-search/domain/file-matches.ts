import { readSearchTerm } from "./search-term.ts";
import type { SearchItem } from "./search-results.ts";

/** A match in a file: `line` from 1, offsets `[start, end)` in the line. */
export type FileMatch = { line: number; start: number; end: number };

/** Marking a word on every line of a huge file wouldn't help. */
export const maxMatches = 1000;

/** Returns the words that a query searches for, without qualifiers, operators, and exclusions. */
export function wordsOfQuery(query: string, owner: string): string[] {
  const read = readSearchTerm(query, owner);
  if ("problem" in read) return [];
  const { words } = read.term;
  const wanted = words.filter(
    (word, index) => !["AND", "OR", "NOT"].includes(word) && words[index - 1] !== "NOT",
  );
  return distinct(wanted.map((word) => word.replaceAll('"', "").trim()));
}

/** Returns GitHub's matches in a file, or else the query's words. */
export function wordsToMark(item: SearchItem | undefined, query: string, owner: string): string[] {
  const found = (item?.text_matches ?? [])
    // Matches in the path don't apply to the text.
    .filter(({ fragment }) => fragment !== item?.path)
    .flatMap(({ matches }) => matches.map(({ text }) => text.trim()));
  return found.some((text) => text !== "") ? distinct(found) : wordsOfQuery(query, owner);
}

/** Returns every match of the words, ignoring case, in text order; overlapping ones once. */
export function matchesIn(lines: readonly string[], words: readonly string[]): FileMatch[] {
  const wanted = words.filter((word) => word !== "");
  if (wanted.length === 0) return [];
  // Longest first: "HttpClientFactory" is one match, not a match of "HttpClient".
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
      if (matches.length === maxMatches) return matches;
      matches.push({ line: index + 1, start, end: start + text.length });
    }
  }
  return matches;
}

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.filter((word) => word !== "").map((word) => [word.toLowerCase(), word])).values()];
}
