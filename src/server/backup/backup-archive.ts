import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import {
  createFileKey,
  findFileKey,
  openChunks,
  sealChunks,
  StreamError,
  withDigest,
  withoutDigest,
  type ChunkKey,
  type Secrecy,
} from "./backup-cipher.ts";
import { BackupError, cutShort, damaged } from "./backup-error.ts";
import { headerBytes, readHeader, type BackupHeader } from "./backup-header.ts";

/**
 * The one file of a backup: a header that anybody reads (`backup-header.ts`), then the lines of the database's copy
 * compressed by gzip, with a passphrase encrypted (`backup-cipher.ts`), then a checksum. Docs: decision 17.
 */

/** Its first line inside, before those of the database. */
const ownLineSchema = z.object({ secretKey: z.string().nullable() });

export type ArchiveContents = Omit<BackupHeader, "holdsKey" | "encryption"> & {
  /** Goes along only where a passphrase is given (docs/reference/product.md, "Backups"). */
  secretKey: Buffer | null;
  /** Without line ends. */
  lines: AsyncIterable<string>;
};

/** The bytes of a backup, as the lines come; nothing of it is ever held whole. */
export async function* writeArchive(
  { secretKey, lines, ...facts }: ArchiveContents,
  secrecy?: Secrecy,
): AsyncGenerator<Buffer> {
  const sealing = secrecy === undefined ? null : await createFileKey(secrecy);
  const holdsKey = sealing !== null && secretKey !== null;
  const binding = headerBytes({ ...facts, holdsKey, encryption: sealing?.encryption ?? null });
  yield binding;
  const own = { secretKey: holdsKey ? secretKey.toString("hex") : null };
  const plain = compressed(withFirstLine(JSON.stringify(own), lines));
  yield* withDigest(sealing === null ? plain : sealChunks(plain, { key: sealing.key, binding }), binding);
}

export type OpenArchive = {
  header: BackupHeader;
  /**
   * The lines of the database's copy; each call reads the file anew.
   * @throws BackupError where the file is cut short or damaged, at the latest after the last line
   */
  lines: () => AsyncGenerator<string>;
  /** The key of the site that it was taken from; null where it does not hold one. */
  readSecretKey: () => Promise<Buffer | null>;
};

/**
 * Opens a backup; the passphrase may be missing where none was used.
 * @throws BackupError with a sentence for the owner
 */
export async function openArchive(path: string, passphrase?: string): Promise<OpenArchive> {
  const { header, bytes: binding } = await readHeader(path);
  const key = await keyFor(path, header, passphrase);
  return {
    header,
    async *lines() {
      let isFirst = true;
      for await (const line of readLines(path, key, binding)) {
        if (!isFirst) yield line;
        isFirst = false;
      }
    },
    async readSecretKey() {
      for await (const line of readLines(path, key, binding)) {
        const { secretKey } = ownLineSchema.parse(JSON.parse(line));
        return secretKey === null ? null : Buffer.from(secretKey, "hex");
      }
      throw cutShort(path);
    },
  };
}

async function keyFor(
  path: string,
  header: BackupHeader,
  passphrase?: string,
): Promise<ChunkKey["key"] | null> {
  if (header.encryption === null) return null;
  if (passphrase === undefined) throw new BackupError(`${path} is encrypted: it needs its passphrase.`);
  const key = await findFileKey(passphrase, header.encryption);
  if (key === null) throw new BackupError(`The passphrase does not open ${path}.`);
  return key;
}

async function* readLines(path: string, key: Buffer | null, binding: Buffer): AsyncGenerator<string> {
  const whole = withoutDigest(fileFrom(path, binding.length), binding);
  try {
    yield* linesOf(uncompressed(key === null ? whole : openChunks(whole, { key, binding })));
  } catch (error) {
    if (error instanceof StreamError) throw error.isCut ? cutShort(path) : damaged(path);
    // What gunzip cannot read was no gzip when its bytes were summed up, or is not what was written.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw damaged(path);
    throw error;
  }
}

async function* fileFrom(path: string, start: number): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { start, highWaterMark: 262_144 })) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}

/** Lines that begin with one more. */
export async function* withFirstLine(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Short lines are put together: one chunk for each would cost more than what it holds. */
const batchLength = 65_536;

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let batch = "";
  for await (const line of lines) {
    batch += `${line}\n`;
    if (batch.length < batchLength) continue;
    yield Buffer.from(batch);
    batch = "";
  }
  yield Buffer.from(batch);
}

async function* compressed(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield* through(Readable.from(bytesOf(lines)), createGzip({ level: constants.Z_DEFAULT_COMPRESSION }));
}

async function* uncompressed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* through(Readable.from(bytes), createGunzip());
}

/** What comes out of a transform; an error of its source arrives here, and both are closed when nobody reads on. */
async function* through(
  source: Readable,
  transform: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
): AsyncGenerator<Buffer> {
  const pumped = pipeline(source, transform).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    for await (const piece of transform) if (Buffer.isBuffer(piece)) yield piece;
  } finally {
    source.destroy();
    transform.destroy();
  }
  // A source may still fail after the last byte came out, as one that compares a checksum at its end does.
  const failed = await pumped;
  if (failed !== null) throw failed.error;
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const piece of bytes) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      parts.push(piece.subarray(start, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(piece.subarray(start));
  }
  if (parts.some(({ length }) => length > 0)) yield Buffer.concat(parts).toString();
}
