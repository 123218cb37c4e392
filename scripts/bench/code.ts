import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { CodeIndexStore } from "#features/code-search/server/index/code-index-store.ts";
import { CodeIndexWriter } from "#features/code-search/server/index-pass/code-index-writer.ts";
import { IndexSearch } from "#features/code-search/server/index/index-search.ts";
import { createTextStore } from "#features/code-search/server/index/text-store.ts";
import { keepCodeThread } from "#features/code-search/server/index/code-work.ts";
import { parseCodeQuery } from "#features/code-search/domain/query/parse-code-query.ts";
import { readRepository } from "#features/code-search/server/index-pass/read-repository.ts";
import { entry, paxRecord } from "#upstreams/github/sandbox/repos/tarball.ts";
import { openDatabase, type Database } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { repoRoot } from "../support/repo-paths.ts";
import { atMost, formatMb, formatMs, median, percentile, type PartReport, type Result } from "./results.ts";
import { startProbedSite, withDirectory } from "./servers.ts";

const corpusBytes = 50_000_000;
const repositories = 10;
const maxFileBytes = 1_048_576;
const wordsMeasured = 40;
const rounds = 2;
const timeLimitMs = 10_000;
const memoryBytes = 30e6;
/** Longer than a thread stays that nobody asks. */
const idleMs = 20_000;
/** Pages that any site has answered. */
const pages = Array.from({ length: 10 }, () => ["/", "/bills", "/code"]).flat();
/** Nothing answers there, so that the index stays as it is. */
const github = "http://127.0.0.1:9";
const place = { source: github, owner: "bench" };
const isSource = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml|py|c|h|cc)$/;

const expressions = [
  "export (async )?function [a-z]+Token",
  "class \\w+Error extends",
  "import .* from 'node:fs'",
  "(readonly|private) [a-z]+: string",
  "return new Promise\\(",
  "function\\s+parse[A-Z]\\w*",
  "throw new (Type|Range)Error",
  "\\bawait\\s+\\w+\\.close\\(",
  "[A-Z]{4,}_[A-Z]{4,}_ERROR",
  "addEventListener\\(['\"]abort",
  "set\\w+Header\\(",
  "interface \\w+Options \\{",
  "\\bconst enum\\b",
  "module\\.exports\\s*=\\s*function",
  "Object\\.(keys|values)\\(\\w+\\)\\.(map|filter)",
  "https?://[a-z.]+/issues/\\d+",
  "@deprecated\\s+[Uu]se",
  "yield\\* \\w+\\(",
  "process\\.env\\.[A-Z_]+TOKEN",
  "Symbol\\.asyncIterator\\]",
];

type Corpus = { folder: string; files: { repo: string; path: string; bytes: Buffer }[] };
type Times = { ours: number[]; csearch: number[] | null; rg: number[] | null };

/** Measures the code search beside csearch and ripgrep, on the same 50 MB of the packages' sources. */
export function measureCode(): Promise<PartReport> {
  return withDirectory(async (directory) => {
    const corpus = makeCorpus(join(directory, "code"));
    const database = await openDatabase({ dataDir: `${directory}/data` });
    let report: PartReport;
    try {
      await migrateDatabase(database);
      report = await measure(database, corpus, directory);
    } finally {
      await database.close();
    }
    const words = pickWords(corpus.folder);
    const without = await residentAfter(`${directory}/none`, []);
    const withIndex = await residentAfter(
      `${directory}/data`,
      words.map((word) => `/api/githubSearch?term=${word}`),
    );
    report.results.push(
      atMost(
        "Memory of a site with the index, more than without",
        withIndex.idle - without.idle,
        memoryBytes,
        formatMb,
      ),
      {
        name: `The same right after ${words.length} searches`,
        value: formatMb(withIndex.busy - without.busy),
      },
    );
    return report;
  });
}

/** Returns the memory of a site that has answered some pages and these calls, and once nobody has called for a while. */
async function residentAfter(
  dataDir: string,
  calls: readonly string[],
): Promise<{ busy: number; idle: number }> {
  const site = await startProbedSite(dataDir, {
    GITHUB_OWNER: place.owner,
    GITHUB_API_URL: github,
    GITHUB_URL: github,
    SEARCHES_PER_MINUTE: "1000000",
  });
  try {
    for (const call of [...pages, ...calls]) {
      const answer = await fetch(`${site.origin}${call}`);
      if (!answer.ok) throw new Error(`${call} was answered with ${answer.status}`);
      await answer.text();
    }
    const { resident: busy } = await site.memory();
    await pause(idleMs);
    return { busy, idle: (await site.memory()).resident };
  } finally {
    await site.stop();
  }
}

/** Copies sources of the packages, as ten repositories. */
function makeCorpus(folder: string): Corpus {
  const files: Corpus["files"] = [];
  let size = 0;
  const modules = join(repoRoot, "node_modules");
  const all = readdirSync(modules, { recursive: true, encoding: "utf8" })
    .filter((path) => isSource.test(path))
    .sort();
  // Every third file, so that the sources of all kinds of packages are there.
  for (const [index, path] of all.filter((_, at) => at % 3 === 0).entries()) {
    const absolute = join(modules, path);
    const found = statSync(absolute);
    const bytes = found.size;
    if (!found.isFile() || bytes === 0 || bytes > maxFileBytes / 4) continue;
    const repo = `repo${index % repositories}`;
    const content = readFileSync(absolute);
    files.push({ repo, path, bytes: content });
    mkdirSync(join(folder, repo, dirname(path)), { recursive: true });
    writeFileSync(join(folder, repo, path), content);
    size += bytes;
    if (size >= corpusBytes) break;
  }
  return { folder, files };
}

async function measure(database: Database, corpus: Corpus, directory: string): Promise<PartReport> {
  const store = new CodeIndexStore({ database }, { ...place, queryTimeoutMs: timeLimitMs });
  const texts = createTextStore(store);
  const threads = { words: keepCodeThread(), expressions: keepCodeThread(), reading: keepCodeThread() };
  const waits = watchLoop();
  const startedAt = performance.now();
  await fillIndex(database, corpus, threads.reading);
  const indexMs = performance.now() - startedAt;
  const longestWaitMs = waits();
  await threads.reading.end();
  corpus.files.length = 0;
  const csearchIndex = join(directory, "csearchindex");
  const csearch = has("cindex") ? indexed(csearchIndex, corpus.folder) : null;
  const view = await store.view();
  await texts.warm(view.repositories.flatMap(({ headId }) => headId ?? []));
  let asked = 0;
  const index = new IndexSearch({
    store,
    texts,
    threads,
    nowMs: () => (asked += 1) * 100_000,
    timeLimitMs,
  });
  const ask = async (term: string) => {
    const parsed = parseCodeQuery(term, "bench");
    if ("mistake" in parsed) throw new Error(`${term}: ${parsed.mistake.message}`);
    const { total_count, incomplete_results } = await index.search(parsed.query, view, {
      key: term,
      page: 1,
    });
    if (incomplete_results) process.stderr.write(`Incomplete: ${term}\n`);
    return total_count;
  };
  const peers = { csearch, rg: has("rg") ? corpus.folder : null };
  const words = pickWords(corpus.folder);
  const identifiers = await compare(words, (word) => `${word} case:yes`, String, ask, peers);
  const patterns = await compare(
    expressions,
    (text) => `/${text.replaceAll("/", "\\/")}/ case:yes`,
    String,
    ask,
    peers,
  );
  const folded = await compare(
    words,
    (word) => word,
    (word) => `(?i)${word}`,
    ask,
    peers,
  );
  const { files, textBytes } = await store.size();
  await Promise.all(Object.values(threads).map((thread) => thread.end()));
  texts.close();
  return {
    title: "Code search",
    results: [
      atMost("Index of the corpus", indexMs, 60_000, formatMs),
      { name: "Longest wait of the server meanwhile", value: formatMs(longestWaitMs) },
      ...compared("Identifiers", identifiers, 1.5),
      ...compared("Expressions", patterns, 2),
      ...compared("Identifiers in any case", folded, 1.5),
    ],
    remarks: [
      `${files.toLocaleString("en-US")} files with ${Math.round(textBytes / 1_000_000)} MB of the packages' sources, in ${repositories} repositories. ${words.length} identifiers and ${expressions.length} expressions, ${rounds} times each, the first page with its lines, facets, and exact total. csearch and ripgrep run as commands that list the files (\`-l\`)${csearch === null ? "; csearch isn't installed here" : ""}${peers.rg === null ? "; ripgrep isn't installed here" : ""}.`,
    ],
  };
}

async function fillIndex(
  database: Database,
  { files }: Corpus,
  thread: ReturnType<typeof keepCodeThread>,
): Promise<void> {
  const writer = new CodeIndexWriter({ database }, place);
  const listed = Array.from({ length: repositories }, (_, index) => ({
    githubId: index,
    name: `repo${index}`,
    description: null,
    htmlUrl: `https://bench.example/repo${index}`,
    pushedAt: "2026-11-01T00:00:00Z",
    branch: "main",
  }));
  await writer.takeList(listed);
  const limits = { maxRepositoryBytes: 200_000_000, maxFileBytes, maxFiles: 100_000 };
  for (const repository of await writer.due(listed, new Date())) {
    const own = files.filter(({ repo }) => repo === repository.name);
    const sha = repository.name.padEnd(40, "0").replaceAll(/[^0-9a-f]/g, "0");
    const blocks = own.flatMap(({ path, bytes }) => entry(`top/${path}`, "0", bytes));
    const archive = gzipSync(
      Buffer.concat([
        ...entry("pax_global_header", "g", paxRecord("comment", sha)),
        ...blocks,
        Buffer.alloc(1024),
      ]),
    );
    const tools = { writer, thread, limits, now: () => new Date(), headSha: () => Promise.resolve(sha) };
    await readRepository(tools, repository, parts(archive), new AbortController().signal);
  }
  await writer.noteState({ comparedAt: new Date(), problem: null });
  await writer.settle();
}

async function* parts(archive: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += 65_536) yield archive.subarray(at, at + 65_536);
}

/** Returns a function that ends the watch and returns the longest time for which the server couldn't have answered. */
function watchLoop(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function compare(
  terms: readonly string[],
  ourTerm: (term: string) => string,
  theirTerm: (term: string) => string,
  ask: (term: string) => Promise<number>,
  { csearch, rg }: { csearch: string | null; rg: string | null },
): Promise<Times> {
  const times: Times = { ours: [], csearch: csearch === null ? null : [], rg: rg === null ? null : [] };
  for (let round = 0; round < rounds; round += 1)
    for (const term of terms) {
      const startedAt = performance.now();
      const total = await ask(ourTerm(term));
      times.ours.push(performance.now() - startedAt);
      const theirs = theirTerm(term);
      if (csearch !== null && times.csearch !== null)
        timed(times.csearch, "csearch", ["-l", theirs], { CSEARCHINDEX: csearch });
      if (rg === null || times.rg === null) continue;
      // csearch leaves out files with long lines, so its number is smaller.
      const lines = timed(times.rg, "rg", ["-l", "--no-ignore", "--hidden", "--text", "-e", theirs, rg], {});
      if (round === 0 && lines !== total) process.stderr.write(`${term}: ${total} files, ripgrep ${lines}\n`);
    }
  return times;
}

function timed(
  times: number[],
  command: string,
  given: string[],
  environment: Record<string, string>,
): number {
  const startedAt = performance.now();
  const { stdout } = spawnSync(command, given, {
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  });
  times.push(performance.now() - startedAt);
  return stdout.split("\n").length - 1;
}

function compared(name: string, { ours, csearch, rg }: Times, factor: number): Result[] {
  const results: Result[] = [];
  for (const [label, of] of [
    ["median", median],
    ["p95", (times: number[]) => percentile(times, 95)],
  ] as const) {
    const value = of(ours);
    results.push(
      csearch === null
        ? { name: `${name}, ${label}`, value: formatMs(value) }
        : atMost(`${name}, ${label}`, value, of(csearch) * factor, formatMs),
    );
    if (csearch !== null) results.push({ name: `  csearch, ${label}`, value: formatMs(of(csearch)) });
    if (rg !== null) results.push({ name: `  ripgrep, ${label}`, value: formatMs(of(rg)) });
  }
  return results;
}

function indexed(index: string, folder: string): string {
  execFileSync("cindex", [folder], { env: { ...process.env, CSEARCHINDEX: index }, stdio: "ignore" });
  return index;
}

function has(command: string): boolean {
  return spawnSync("which", [command]).status === 0;
}

/** Picks identifiers of the corpus, common and rare, always the same ones. */
function pickWords(folder: string): string[] {
  const counts = new Map<string, number>();
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => isSource.test(path))
    .sort();
  for (const path of all.filter((_, at) => at % 10 === 0)) {
    const absolute = join(folder, relative(".", path));
    if (!statSync(absolute).isFile()) continue;
    for (const [word] of readFileSync(absolute, "utf8").matchAll(/[A-Za-z_]\w{3,24}/g))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .map(([word]) => word);
  const step = Math.log(sorted.length) / wordsMeasured;
  return [
    ...new Set(
      Array.from(
        { length: wordsMeasured },
        (_, at) => sorted[Math.floor(Math.exp((at + 1) * step)) - 1] ?? "if",
      ),
    ),
  ];
}
