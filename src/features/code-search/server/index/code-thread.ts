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
import { createMatcher, StoredText, type TextMatcher } from "./text-matcher.ts";
import { lengthFactor } from "./text-places.ts";

/** Matches of a file that its rank counts. */
const maxCounted = 50;
/** Matches of a file that are counted at all. */
const maxMatches = 10_000;
const partEveryMs = 100;
const nearCharacters = 400;
/** Texts that lie this near to each other in the file are read at once, as many as this. */
const readBytes = 512 * 1024;
const mostBetween = 16 * 1024;

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

/** Returns a function that reads the text at an index of `places`; its bytes are overwritten by later calls. */
function createReader(descriptor: number, places: ArrayLike<number>): (index: number) => StoredText {
  let [from, until] = [0, 0];
  const spanAt = (index: number) => {
    const place = places[index] ?? 0;
    const length = place % lengthFactor;
    const start = (place - length) / lengthFactor;
    return { start, end: start + length };
  };
  return (index) => {
    const { start, end } = spanAt(index);
    if (start < from || end > until) {
      [from, until] = [start, end];
      for (let next = index + 1; next < places.length; next += 1) {
        const span = spanAt(next);
        if (span.start < until || span.start - until > mostBetween || span.end - from > readBytes) break;
        until = span.end;
      }
      if (bytes.length < until - from) bytes = Buffer.allocUnsafe((until - from) * 2);
      readSync(descriptor, bytes, 0, until - from, from);
    }
    return new StoredText(bytes.subarray(start - from, end - from));
  };
}

/** Finds the texts with every atom, with points for their rank: how many matches, and how near they are to each other. */
function scan({ descriptor, ids, places, atoms }: ScanInput, part: (output: ScanOutput) => void): ScanOutput {
  const matchers = atoms.map(createMatcher);
  const read = createReader(descriptor, places);
  let found: ScanOutput = { kind: "scan", ids: [], points: [] };
  let partAt = performance.now() + partEveryMs;
  for (let index = 0; index < ids.length; index += 1) {
    const points = pointsOf(read(index), matchers);
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

function pointsOf(stored: StoredText, matchers: readonly TextMatcher[]): number | null {
  if (!matchers.every(({ canMatch, isExclusion }) => isExclusion || canMatch(stored))) return null;
  const places: number[][] = [];
  let count = 0;
  for (const matcher of matchers) {
    const starts = matcher.starts(stored, matcher.isExclusion ? 1 : maxCounted);
    if (starts.length > 0 === matcher.isExclusion) return null;
    if (matcher.isExclusion) continue;
    count += starts.length;
    places.push(starts);
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
  const read = createReader(descriptor, places);
  const texts = places.map((_, index) => {
    const { text } = read(index);
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
