import type { SQL } from "drizzle-orm";
import { createShortMemory } from "#server/limits/short-memory.ts";
import { ThreadLimitError } from "#server/threads/thread.ts";
import type { KeptThread } from "#server/threads/kept-thread.ts";
import { blobAddress } from "../../domain/files/github-addresses.ts";
import type { CodeQuery, QueryAtom } from "../../domain/query/code-query.ts";
import { repositoryTest } from "../../domain/query/query-filters.ts";
import { fragmentsOf } from "../../domain/line-matches.ts";
import { filesPerPage, maxFiles } from "../../domain/search-pages.ts";
import type { LineMatch, SearchItem, SearchResults } from "../../domain/search-shapes.ts";
import {
  isOutOfTime,
  type CodeIndexStore,
  type IndexedRepository,
  type IndexView,
  type RankedFile,
} from "./code-index-store.ts";
import type { CodeWork, CodeWorkOutput, ScanOutput } from "./code-work.ts";
import { candidateCondition, fileCondition, rankedWords, symbolFits, threadAtoms } from "./query-plan.ts";
import type { TextStore } from "./text-store.ts";

export type CodeThread = KeptThread<CodeWork, CodeWorkOutput>;

export type SearchTools = {
  store: CodeIndexStore;
  texts: TextStore;
  /** One for words, which take a known time, and one for expressions, which may have to be ended. */
  threads: { words: CodeThread; expressions: CodeThread };
  nowMs: () => number;
  /** A search ends after this time with what it has found. */
  timeLimitMs: number;
};

/** Texts with all atoms, and each one's points; null if every file fits. */
type Hits = { ids: number[]; points: number[] };
type Found = { hits: Hits | null; isPartial: boolean };

const linesPerFile = 10;
const keptForMs = 60_000;
const mostKept = 20;

type Page = Pick<SearchResults, "items" | "total_count" | "incomplete_results" | "facets">;

/** Searches the index: candidates by their runs of characters, checked in a thread, ranked and counted in the database. */
export class IndexSearch {
  readonly #tools: SearchTools;
  /** The next page, and going back, find the same files. */
  readonly #kept: ReturnType<typeof createShortMemory<Found>>;

  constructor(tools: SearchTools) {
    this.#tools = tools;
    this.#kept = createShortMemory<Found>({ most: mostKept, forMs: keptForMs, nowMs: tools.nowMs });
  }

  #threadFor(atoms: readonly QueryAtom[]): CodeThread {
    return atoms.some(({ kind }) => kind === "expression")
      ? this.#tools.threads.expressions
      : this.#tools.threads.words;
  }

  async #scan(atoms: QueryAtom[], query: CodeQuery, files: SQL | undefined, untilMs: number): Promise<Found> {
    const condition = candidateCondition(atoms, query.isCaseSensitive);
    const ids = await this.#tools.store.candidates(condition, files);
    const wanted = threadAtoms(atoms, query.isCaseSensitive);
    if (wanted.length === 0)
      return { hits: { ids: [...ids], points: Array.from(ids, () => 0) }, isPartial: false };
    const places = await this.#tools.texts.places(ids, untilMs);
    const known = places.flatMap((place, index) => (place === null ? [] : [{ id: ids[index] ?? 0, place }]));
    const hits: Hits = { ids: [], points: [] };
    let isPartial = known.length < ids.length;
    const note = (output: CodeWorkOutput) => output.kind === "scan" && addHits(hits, output);
    if (known.length === 0) return { hits, isPartial };
    try {
      note(
        await this.#threadFor(atoms).ask(
          {
            kind: "scan",
            descriptor: this.#tools.texts.descriptor(),
            ids: Int32Array.from(known, ({ id }) => id),
            places: Float64Array.from(known, ({ place }) => place),
            atoms: wanted,
          },
          { timeoutMs: this.#tools.timeLimitMs, onPart: note },
        ),
      );
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      isPartial = true;
    }
    return { hits, isPartial };
  }

  async #findAll(query: CodeQuery, files: SQL | undefined): Promise<Found> {
    if (query.alternatives.length === 0) return { hits: null, isPartial: false };
    const untilMs = performance.now() + this.#tools.timeLimitMs;
    const parts: Found[] = [];
    for (const atoms of query.alternatives) {
      try {
        parts.push(await this.#scan(atoms, query, files, untilMs));
      } catch (error) {
        if (!isOutOfTime(error)) throw error;
        parts.push({ hits: { ids: [], points: [] }, isPartial: true });
      }
    }
    return { hits: united(parts), isPartial: parts.some(({ isPartial }) => isPartial) };
  }

  async #find(query: CodeQuery, view: IndexView, files: SQL | undefined, key: string): Promise<Found> {
    const whole = `${key} ${view.repositories.map(({ headId }) => headId).join(",")}`;
    const known = this.#kept.get(whole);
    if (known !== undefined) return known;
    const found = await this.#findAll(query, files);
    if (!found.isPartial) this.#kept.set(whole, found);
    return found;
  }

  /** Returns the lines that match in each of these files. */
  async #extract(
    query: CodeQuery,
    files: readonly RankedFile[],
  ): Promise<Map<number, { lines: LineMatch[]; count: number }>> {
    const atoms = query.alternatives.flat().filter(({ isExclusion }) => !isExclusion);
    const ids = [...new Set(files.flatMap(({ textId }) => textId ?? []))];
    if (atoms.length === 0 || ids.length === 0) return new Map();
    const untilMs = performance.now() + this.#tools.timeLimitMs;
    const places = await this.#tools.texts.places(ids, untilMs);
    const known = ids.flatMap((id, index) =>
      places[index] === null || places[index] === undefined ? [] : [{ id, place: places[index] }],
    );
    const symbols = atoms.filter(({ kind }) => kind === "symbol");
    const named = await Promise.all(
      symbols.map(({ text }) => this.#tools.store.definitions(ids, symbolFits(text, query.isCaseSensitive))),
    );
    try {
      const output = await this.#threadFor(atoms).ask(
        {
          kind: "extract",
          descriptor: this.#tools.texts.descriptor(),
          places: known.map(({ place }) => place),
          atoms: threadAtoms(atoms, query.isCaseSensitive),
          definitions: known.map(({ id }) => named.flat().filter(({ textId }) => textId === id)),
          maxLines: linesPerFile,
        },
        { timeoutMs: this.#tools.timeLimitMs },
      );
      if (output.kind !== "extract") return new Map();
      return new Map(
        known.flatMap(({ id }, index) =>
          output.texts[index] === undefined ? [] : [[id, output.texts[index]]],
        ),
      );
    } catch (error) {
      if (error instanceof ThreadLimitError) return new Map();
      throw error;
    }
  }

  /** Returns a page of 30 files. `key` is the query's text. */
  async search(
    query: CodeQuery,
    view: IndexView,
    { key, page }: { key: string; page: number },
  ): Promise<Page> {
    const searched = searchedRepositories(query, view);
    const files = fileCondition(query.filters);
    const found = await this.#find(query, view, files, key);
    const from = (page - 1) * filesPerPage;
    const ranked = await this.#tools.store.rank({
      commitIds: searched.map(({ headId }) => headId),
      files,
      hits: found.hits,
      words: rankedWords(query),
      from,
      most: Math.max(0, Math.min(filesPerPage, maxFiles - from)),
    });
    const lines = await this.#extract(query, ranked.files);
    const byCommit = new Map(searched.map((repository) => [repository.headId, repository]));
    const nameOf = (commitId: number) => byCommit.get(commitId)?.name ?? "";
    return {
      items: ranked.files.flatMap((file) => {
        const repository = byCommit.get(file.commitId);
        return repository === undefined ? [] : [itemOf(file, repository, lines.get(file.textId ?? 0))];
      }),
      total_count: ranked.total,
      incomplete_results: found.isPartial,
      facets: {
        repositories: ranked.repositories.map(({ commitId, count }) => ({
          value: nameOf(commitId),
          count,
        })),
        languages: ranked.languages,
        folders: ranked.folders.map(({ commitId, folder, count }) => ({
          value: `${nameOf(commitId)}/${folder}`,
          count,
        })),
      },
    };
  }
}

type Searched = IndexedRepository & { headId: number; headSha: string };

/** Returns the indexed repositories that a query is about. */
export function searchedRepositories({ filters }: CodeQuery, view: IndexView): Searched[] {
  const isSearched = repositoryTest(filters);
  return view.repositories.flatMap((repository) => {
    const { headId, headSha, name } = repository;
    if (headId === null || headSha === null) return [];
    return isSearched(name) ? [{ ...repository, headId, headSha }] : [];
  });
}

function addHits(hits: Hits, { ids, points }: ScanOutput): void {
  for (const [index, id] of ids.entries()) {
    hits.ids.push(id);
    hits.points.push(points[index] ?? 0);
  }
}

/** Returns the texts of any part, each with its most points. */
function united(parts: readonly Found[]): Hits {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.hits !== null) return only.hits;
  const best = new Map<number, number>();
  for (const { hits } of parts)
    for (const [index, id] of (hits?.ids ?? []).entries())
      best.set(id, Math.max(best.get(id) ?? 0, hits?.points[index] ?? 0));
  return { ids: [...best.keys()], points: [...best.values()] };
}

function itemOf(
  { path, sha, language }: RankedFile,
  { name, description, htmlUrl, headSha }: Searched,
  found: { lines: LineMatch[]; count: number } | undefined,
): SearchItem {
  const matches = found?.lines ?? [];
  return {
    sha,
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    html_url: blobAddress(htmlUrl, headSha, path),
    repository: { name, description },
    text_matches: fragmentsOf(matches),
    commit: headSha,
    language,
    matches,
    match_count: found?.count ?? 0,
  };
}
