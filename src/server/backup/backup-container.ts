import { createReadStream } from "node:fs";
import { streamOf } from "#server/http/stream-of.ts";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import { errorCode } from "#shared/error-code.ts";
import { BackupError, cutShort, damaged } from "./backup-error.ts";

/**
 * The container around a backup's SQL: gzip (RFC 1952) and, with a passphrase, age around that (https://age-encryption.org/v1,
 * scrypt recipient), so the tools `gunzip` and `age` can open it.
 */

/**
 * Passphrase of an encrypted backup. `logCost` is the base-2 logarithm of scrypt's N: 18, except in tests, which try many
 * passphrases.
 */
export type Encryption = { passphrase: string; logCost?: number };

/** Kinds of containers; `first` is the format of version 0.1 (`first-format.ts`), encrypted or not. */
export type ContainerKind = "age" | "gzip" | "first";

const signatures: [ContainerKind, Buffer][] = [
  ["age", Buffer.from("age-encryption.org/v1\n")],
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["first", Buffer.from("folio-backup ")],
];
const longestSignature = 32;

/** Yields the bytes of the file as the SQL arrives, never holding all of it. Closing the generator closes its source. */
export async function* seal(sql: AsyncGenerator<Buffer>, encryption?: Encryption): AsyncGenerator<Buffer> {
  const packed = through(sql, createGzip());
  yield* encryption === undefined ? packed : encrypted(packed, encryption);
}

/**
 * Yields the SQL of a file.
 * @throws BackupError if the passphrase is missing or wrong, or the file is truncated or damaged; at the latest after the last
 * byte
 */
export async function* unseal(
  path: string,
  kind: "age" | "gzip",
  passphrase?: string,
): AsyncGenerator<Buffer> {
  const file = fileFrom(path);
  try {
    yield* through(kind === "gzip" ? file : decrypted(path, file, passphrase), createGunzip());
  } catch (error) {
    const code = errorCode(error);
    if (code === "Z_BUF_ERROR") throw cutShort(path, error);
    if (code.startsWith("Z_")) throw damaged(path, error);
    throw error;
  }
}

/**
 * Recognizes a file by its first bytes.
 * @throws BackupError if it isn't a backup or can't be read
 */
export async function containerKind(path: string): Promise<ContainerKind> {
  const start = await readStart(path);
  const found = signatures.find(([, signature]) => start.subarray(0, signature.length).equals(signature));
  if (found === undefined) throw new BackupError(`${path} isn't a Folio backup.`);
  return found[0];
}

/** Yields the bytes of a file from an offset on. */
export async function* fileFrom(path: string, start = 0): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { start, highWaterMark: 262_144 })) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}

/** Yields the output of a transform. An error of the source is thrown here, and closing the generator closes both. */
export async function* through(
  source: AsyncGenerator<Buffer>,
  transform: Gzip | Gunzip,
): AsyncGenerator<Buffer> {
  const readable = Readable.from(source);
  const pumped = pipeline(readable, transform).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    for await (const piece of transform) if (Buffer.isBuffer(piece)) yield piece;
  } finally {
    readable.destroy();
    transform.destroy();
    await source.return(undefined);
  }
  // The source may still fail after its last byte, for example when it compares a checksum.
  const failed = await pumped;
  if (failed !== null) throw failed.error;
}

async function readStart(path: string): Promise<Buffer> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longestSignature), 0, longestSignature, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") throw new BackupError(`There's no file ${path}.`);
    if (error.code === "EISDIR")
      throw new BackupError(`${path} is a folder. Give the name of the backup file.`);
    throw new BackupError(`Can't read ${path} (${error.message}).`, { cause: error });
  }
}

async function* encrypted(
  plain: AsyncGenerator<Buffer>,
  { passphrase, logCost }: Encryption,
): AsyncGenerator<Buffer> {
  // Loaded on demand: a server never encrypts a backup itself.
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normal(passphrase));
  if (logCost !== undefined) encrypter.setScryptWorkFactor(logCost);
  yield* buffersOf(await encrypter.encrypt(streamOf(plain)), plain);
}

async function* decrypted(
  path: string,
  file: AsyncGenerator<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  if (passphrase === undefined) throw new BackupError(`${path} is encrypted. Enter its passphrase.`);
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normal(passphrase));
  try {
    yield* buffersOf(await decrypter.decrypt(streamOf(file)), file);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("no identity matched")) {
      throw new BackupError(`Wrong passphrase for ${path}.`);
    }
    // System errors have a code; all others come from the library and concern the content.
    if (errorCode(error) !== "") throw error;
    throw new BackupError(`${path} is damaged or incomplete. Use another backup.`, { cause: error });
  }
}

/** Yields the output of a stream; closing the generator closes the source. */
async function* buffersOf(
  stream: ReadableStream<Uint8Array>,
  source: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  } finally {
    await source.return(undefined);
  }
}

/** Normalizes a passphrase: the same letters can be typed as different sequences of code points. */
function normal(passphrase: string): string {
  return passphrase.normalize("NFC");
}
