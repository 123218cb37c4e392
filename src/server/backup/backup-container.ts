import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import { BackupError, cutShort, damaged } from "./backup-error.ts";

/**
 * What is around the SQL of a backup: gzip (RFC 1952), and with a passphrase around that age (https://age-encryption.org/v1,
 * scrypt recipient), which the tools `gunzip` and `age` open.
 */

/** What a backup is encrypted with; `logCost`, the base-2 logarithm of scrypt's N, is 18 but in tests, which guess often. */
export type Secrecy = { passphrase: string; logCost?: number };

/** `first` is the form of version 0.1 (`first-format.ts`), encrypted or not. */
export type ContainerKind = "age" | "gzip" | "first";

const signatures: [ContainerKind, Buffer][] = [
  ["age", Buffer.from("age-encryption.org/v1\n")],
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["first", Buffer.from("folio-backup ")],
];
const longestSignature = 32;

/** The bytes of the file, as the SQL comes; nothing of it is ever held whole. Whoever stops reading ends the source. */
export async function* seal(sql: AsyncGenerator<Buffer>, secrecy?: Secrecy): AsyncGenerator<Buffer> {
  const packed = through(sql, createGzip());
  yield* secrecy === undefined ? packed : encrypted(packed, secrecy);
}

/**
 * The SQL of a file.
 * @throws BackupError where the passphrase is missing or another one, or the file is cut short or damaged: at the latest
 * after the last byte
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw cutShort(path, error);
    if (code.startsWith("Z_")) throw damaged(path, error);
    throw error;
  }
}

/**
 * What a file is by its first bytes.
 * @throws BackupError where it is no backup, or cannot be read
 */
export async function containerKind(path: string): Promise<ContainerKind> {
  const start = await readStart(path);
  const found = signatures.find(([, signature]) => start.subarray(0, signature.length).equals(signature));
  if (found === undefined) throw new BackupError(`${path} is not a backup of Folio.`);
  return found[0];
}

/** The bytes of a file from a place on. */
export async function* fileFrom(path: string, start = 0): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { start, highWaterMark: 262_144 })) {
    if (Buffer.isBuffer(piece)) yield piece;
  }
}

/** What comes out of a transform; an error of its source arrives here, and both are closed when nobody reads on. */
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
  // A source may still fail after the last byte came out, as one that compares a checksum at its end does.
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
    if (error.code === "ENOENT") throw new BackupError(`There is no file ${path}.`);
    if (error.code === "EISDIR") throw new BackupError(`${path} is a folder: name the file of the backup.`);
    throw new BackupError(`${path} cannot be read (${error.message}).`, { cause: error });
  }
}

async function* encrypted(
  plain: AsyncGenerator<Buffer>,
  { passphrase, logCost }: Secrecy,
): AsyncGenerator<Buffer> {
  // Loaded when it is wanted: a server never encrypts a backup itself.
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(normal(passphrase));
  if (logCost !== undefined) encrypter.setScryptWorkFactor(logCost);
  yield* buffersOf(await encrypter.encrypt(webStream(plain)), plain);
}

async function* decrypted(
  path: string,
  file: AsyncGenerator<Buffer>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer> {
  if (passphrase === undefined) throw new BackupError(`${path} is encrypted: it needs its passphrase.`);
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(normal(passphrase));
  try {
    yield* buffersOf(await decrypter.decrypt(webStream(file)), file);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("no identity matched")) {
      throw new BackupError(`The passphrase does not open ${path}.`);
    }
    // An error of the system has a code; all others are the library's, about what it read.
    if (error instanceof Error && "code" in error) throw error;
    throw new BackupError(
      `${path} is damaged or ends too early: not all of it is as it was written. Take another backup.`,
      { cause: error },
    );
  }
}

function webStream(source: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** What comes out of a stream; whoever stops reading ends its source. */
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

/** The same letters can be typed in more than one sequence of code points. */
function normal(passphrase: string): string {
  return passphrase.normalize("NFC");
}
