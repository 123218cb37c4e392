import type { QueryAtom } from "../query/code-query.ts";
import { parseCodeQuery } from "../query/parse-code-query.ts";
import type { SearchItem } from "../search-shapes.ts";

/** A match in a file: `line` from 1, offsets `[start, end)` in the line. */
export type FileMatch = { line: number; start: number; end: number };

/** Marking a word on every line of a huge file wouldn't help. */
export const maxMatches = 1000;

/** Returns the words, phrases, and names that a query searches for, without what it excludes. */
export function wordsOfQuery(query: string, owner: string): string[] {
  return distinct(atomsOf(query, owner).flatMap(({ kind, text }) => (kind === "expression" ? [] : text)));
}

/** Returns GitHub's matches in a file, or else the query's words. */
export function wordsToMark(item: SearchItem | undefined, query: string, owner: string): string[] {
  const found = (item?.text_matches ?? [])
    // Matches in the path don't apply to the text.
    .filter(({ fragment }) => fragment !== item?.path)
    .flatMap(({ matches }) => matches.map(({ text }) => text.trim()));
  return found.some((text) => text !== "") ? distinct(found) : wordsOfQuery(query, owner);
}

/**
 * Returns what to mark in a file that a query found. Expressions aren't run again, since one may take forever: their matches
 * are those that the index found, on lines that are still the same.
 */
export function marksOf(
  lines: readonly string[],
  query: string,
  { item, owner }: { item: SearchItem | undefined; owner: string },
): FileMatch[] {
  if (item?.matches === undefined || !hasExpression(query, owner))
    return matchesIn(lines, wordsToMark(item?.matches === undefined ? item : undefined, query, owner));
  return item.matches
    .filter(({ line, text }) => lines[line - 1] === text)
    .flatMap(({ line, indices }) => indices.map(([start, end]) => ({ line, start, end })))
    .toSorted((one, other) => one.line - other.line || one.start - other.start);
}

/** Returns true if a query searches for an expression. */
export function hasExpression(query: string, owner: string): boolean {
  return atomsOf(query, owner).some(({ kind }) => kind === "expression");
}

function atomsOf(query: string, owner: string): QueryAtom[] {
  const parsed = parseCodeQuery(query, owner);
  return "mistake" in parsed
    ? []
    : parsed.query.alternatives.flat().filter(({ isExclusion }) => !isExclusion);
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
