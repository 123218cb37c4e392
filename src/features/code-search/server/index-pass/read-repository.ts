import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { readTarEntries, TarError } from "#upstreams/github/index.ts";
import { errorCode } from "#shared/error-code.ts";
import { languageOfFile } from "#shared/text/file-languages.ts";
import { pathWeight } from "../../domain/files/path-weight.ts";
import type { CodeThread } from "../index/index-search.ts";
import type { CodeIndexWriter, DueRepository, NewFile } from "./code-index-writer.ts";

export type ReadLimits = { maxRepositoryBytes: number; maxFileBytes: number; maxFiles: number };

type ReadTools = {
  writer: CodeIndexWriter;
  thread: CodeThread;
  limits: ReadLimits;
  now: () => Date;
  /** Finds the commit for an archive that doesn't say it. */
  headSha: () => Promise<string>;
};

/** `same`: the commit is in the index already. */
export type ReadOutcome = { is: "same" | "read"; leftOutCount: number };

type ReadFile = { path: string; bytes: Uint8Array | null; sizeBytes: number };

const batchFiles = 200;
const batchBytes = 1_000_000;
const analyzeTimeoutMs = 30_000;
const longestPathBytes = 1_024;

/**
 * Reads an archive into the index: every file's name, and the text of those that have one. Names that leave the folder, have
 * control characters, or aren't UTF-8 are left out and counted. Nothing is visible until all of it is there.
 * @throws TarError for an archive that is broken or beyond the limits, GitHubError if it doesn't arrive
 */
export async function readRepository(
  tools: ReadTools,
  repository: DueRepository,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const { writer, limits } = tools;
  const commit: { sha: string | null; id: number | null } = { sha: null, id: null };
  const counts = { fileCount: 0, leftOutCount: 0, textBytes: 0 };
  let batch: ReadFile[] = [];
  let size = 0;

  async function begin(): Promise<"known" | number> {
    const sha = commit.sha ?? (await tools.headSha());
    const known = await writer.knownCommit(repository.id, sha);
    if (known === null) return (commit.id ??= await writer.beginCommit(repository.id, sha, tools.now()));
    await writer.publish(repository, known, null);
    return "known";
  }

  async function flush(): Promise<void> {
    const files = batch;
    batch = [];
    size = 0;
    signal.throwIfAborted();
    if (commit.id !== null && files.length > 0) counts.textBytes += await storeFiles(tools, commit.id, files);
  }

  const entries = readTarEntries(
    unzipped(archive),
    { maxFileBytes: limits.maxFileBytes, maxBytes: limits.maxRepositoryBytes, maxEntries: limits.maxFiles },
    (sha) => {
      commit.sha = sha;
      return sha !== repository.headSha;
    },
  );
  for await (const entry of entries) {
    if (entry.kind === "folder") continue;
    if (commit.id === null && (await begin()) === "known") return { is: "same", leftOutCount: 0 };
    const path = safePath(entry.path);
    if (path === null || entry.kind === "other") {
      counts.leftOutCount += 1;
      continue;
    }
    counts.fileCount += 1;
    batch.push({ path, bytes: entry.kind === "file" ? entry.bytes : null, sizeBytes: entry.sizeBytes });
    size += entry.bytes?.length ?? 0;
    if (batch.length >= batchFiles || size >= batchBytes) await flush();
  }
  if (commit.id === null && (await begin()) === "known") return { is: "same", leftOutCount: 0 };
  await flush();
  if (commit.id !== null) await writer.publish(repository, commit.id, counts);
  return { is: "read", leftOutCount: counts.leftOutCount };
}

/** Stores files, with the texts that aren't stored yet. Returns the texts' bytes. */
async function storeFiles(
  { writer, thread }: ReadTools,
  commitId: number,
  files: readonly ReadFile[],
): Promise<number> {
  const hashed = files.map((file) => ({
    ...file,
    sha: blobSha(file),
    language: languageOfFile(file.path)?.name ?? null,
  }));
  const keyed = hashed.flatMap(({ bytes, sha, language, path }) =>
    bytes === null ? [] : [{ sha, language: language ?? "", bytes, path }],
  );
  const ids = await writer.knownTexts(keyed.map(({ sha, language }) => ({ sha, language })));
  const fresh = [
    ...new Map(keyed.filter((file) => !ids.has(keyOf(file))).map((file) => [keyOf(file), file])).values(),
  ];
  if (fresh.length > 0) {
    const input = fresh.map(({ bytes, language, path }) => ({
      bytes,
      language: language === "" ? null : language,
      path,
    }));
    const output = await thread.ask({ kind: "analyze", files: input }, { timeoutMs: analyzeTimeoutMs });
    if (output.kind !== "analyze") throw new Error("The thread answered something else.");
    const texts = fresh.flatMap(({ sha, language }, index) => {
      const analyzed = output.files[index];
      return analyzed === null || analyzed === undefined ? [] : [{ sha, language, ...analyzed }];
    });
    for (const [key, id] of await writer.addTexts(texts)) ids.set(key, id);
  }
  const rows = hashed.map(({ path, bytes, sha, language, sizeBytes }): NewFile => ({
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    weight: pathWeight(path),
    sha,
    language,
    sizeBytes: Math.min(sizeBytes, 2 ** 31 - 1),
    textId: bytes === null ? null : (ids.get(keyOf({ sha, language: language ?? "" })) ?? null),
  }));
  await writer.addFiles(commitId, rows);
  return rows.reduce((sum, { textId, sizeBytes }) => (textId === null ? sum : sum + sizeBytes), 0);
}

function keyOf({ sha, language }: { sha: string; language: string }): string {
  return `${sha} ${language}`;
}

/** Returns git's hash of a file; zeros for one that wasn't read. */
function blobSha({ bytes }: ReadFile): string {
  if (bytes === null) return "0".repeat(40);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Returns the path below the archive's own folder; null for one that leaves it or can't be a file of a repository. */
export function safePath(path: string | null): string | null {
  if (path === null || path.startsWith("/")) return null;
  const parts = path.split("/").slice(1);
  const isSafe = parts.length > 0 && parts.every((part) => part !== "" && part !== "." && part !== "..");
  // oxlint-disable-next-line no-control-regex -- rejects control characters on purpose
  if (!isSafe || path.startsWith("../") || /[\u0000-\u001f\u007f]/.test(path)) return null;
  const inside = parts.join("/");
  return Buffer.byteLength(inside) > longestPathBytes ? null : inside;
}

async function* unzipped(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(archive, { objectMode: false });
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding yields buffers
    for await (const part of gunzip as AsyncIterable<Buffer>) yield part;
  } catch (error) {
    if (errorCode(error).startsWith("Z_")) throw new TarError("The archive is broken.");
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
