import { isAscii } from "node:buffer";
import { readSync } from "node:fs";
import { serveThread } from "#server/threads/kept-thread.ts";
import { definitionsIn } from "../../domain/files/code-definitions.ts";
import { lineMatchesOf, type TextMatch } from "../../domain/line-matches.ts";
import { createTrigramReader } from "../../domain/trigrams.ts";
import { decodeFileText } from "../file-text.ts";
import type {
  AnalyzeInput,
  AnalyzeOutput,
  CodeWork,
  CodeWorkOutput,
  ExtractInput,
  ExtractOutput,
  ScanInput,
  ScanOutput,
} from "./code-work.ts";
import { createMatcher, type TextMatcher } from "./text-matcher.ts";
import { lengthFactor } from "./text-places.ts";

/** Matches of a file that its rank counts. */
const maxCounted = 50;
/** Matches of a file that are counted at all. */
const maxMatches = 10_000;
const partEveryMs = 100;
const nearCharacters = 400;

const trigramsIn = createTrigramReader();
let bytes = Buffer.allocUnsafe(64 * 1024);

serveThread<CodeWorkOutput>((work: CodeWork, part) => {
  switch (work.kind) {
    case "scan":
      return scan(work, part);
    case "extract":
      return extract(work);
    default:
      return analyze(work);
  }
});

/** Reads a text's bytes; the buffer is used again by the next call. */
function readBytes(descriptor: number, place: number): Buffer {
  const length = place % lengthFactor;
  if (bytes.length < length) bytes = Buffer.allocUnsafe(length * 2);
  const read = readSync(descriptor, bytes, 0, length, (place - length) / lengthFactor);
  return bytes.subarray(0, read);
}

function textOf(read: Buffer): string {
  // One byte for a character, which searches read faster.
  return read.toString(isAscii(read) ? "latin1" : "utf8");
}

/** Finds the texts with every atom, with points for their rank: how many matches, and how near they are to each other. */
function scan({ descriptor, ids, places, atoms }: ScanInput, part: (output: ScanOutput) => void): ScanOutput {
  const matchers = atoms.map(createMatcher);
  let found: ScanOutput = { kind: "scan", ids: [], points: [] };
  let partAt = performance.now() + partEveryMs;
  for (let index = 0; index < ids.length; index += 1) {
    const points = pointsOf(readBytes(descriptor, places[index] ?? 0), matchers);
    if (points !== null) {
      found.ids.push(ids[index] ?? 0);
      found.points.push(points);
    }
    if (performance.now() < partAt) continue;
    part(found);
    found = { kind: "scan", ids: [], points: [] };
    partAt = performance.now() + partEveryMs;
  }
  return found;
}

function pointsOf(read: Buffer, matchers: readonly TextMatcher[]): number | null {
  for (const { bytes: needed, isExclusion } of matchers)
    if (needed !== null && !isExclusion && !read.includes(needed)) return null;
  const text = textOf(read);
  const places: number[][] = [];
  let count = 0;
  for (const matcher of matchers) {
    const matches = matcher.matches(text, matcher.isExclusion ? 1 : maxCounted);
    if (matches.length > 0 === matcher.isExclusion) return null;
    if (matcher.isExclusion) continue;
    count += matches.length;
    places.push(matches.map(([start]) => start));
  }
  const near = places.length > 1 ? nearness(places) : 0;
  return Math.log2(1 + count) + near;
}

/** Returns 0 to 3 points: how near to the first atom's matches the others' are. */
function nearness([first = [], ...others]: readonly number[][]): number {
  let best = Infinity;
  for (const from of first) {
    let widest = 0;
    for (const places of others) {
      let nearest = Infinity;
      for (const place of places) nearest = Math.min(nearest, Math.abs(place - from));
      widest = Math.max(widest, nearest);
    }
    best = Math.min(best, widest);
  }
  return 3 / (1 + best / nearCharacters);
}

/** Returns the first lines with matches of each text, and how many matches there are. */
function extract({ descriptor, places, atoms, definitions, maxLines }: ExtractInput): ExtractOutput {
  const matchers = atoms.filter(({ isExclusion }) => !isExclusion).map(createMatcher);
  const texts = places.map((place, index) => {
    const text = textOf(readBytes(descriptor, place));
    const named = definitionMatches(text, definitions[index] ?? []);
    const matches = [...named, ...matchers.flatMap((matcher) => matcher.matches(text, maxMatches))];
    const distinct = withoutOverlaps(matches);
    return { lines: lineMatchesOf(text, distinct, maxLines), count: distinct.length };
  });
  return { kind: "extract", texts };
}

function definitionMatches(text: string, definitions: ExtractInput["definitions"][number]): TextMatch[] {
  if (definitions.length === 0) return [];
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return definitions.flatMap(({ name, line }): TextMatch[] => {
    const start = starts[line - 1] ?? 0;
    const at = lines[line - 1]?.indexOf(name) ?? -1;
    return at < 0 ? [] : [[start + at, start + at + name.length]];
  });
}

function withoutOverlaps(matches: TextMatch[]): TextMatch[] {
  const sorted = matches
    .filter(([start, end]) => end > start)
    .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  const kept: TextMatch[] = [];
  let until = -1;
  for (const match of sorted) {
    if (match[0] < until) continue;
    kept.push(match);
    until = match[1];
  }
  return kept;
}

/** Decodes files and reads what the index keeps of them. */
function analyze({ files }: AnalyzeInput): AnalyzeOutput {
  return {
    kind: "analyze",
    files: files.map(({ bytes: content, language, path }) => {
      const decoded = decodeFileText(content);
      if ("problem" in decoded) return null;
      const { text } = decoded;
      return { text, trigrams: trigramsIn(text), definitions: definitionsIn(text, language, path) };
    }),
  };
}
