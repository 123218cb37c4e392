import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import type { BackupHeader } from "./backup-header.ts";

/**
 * Encrypts a stream of any length with a passphrase, so that whatever is changed in it is noticed before it is used:
 * AES-256-GCM over chunks of 64 KB. A chunk's nonce is its number and whether it is the last ("STREAM"), so chunks
 * cannot be left out, swapped, repeated or cut off; each file has a key of its own from its salt, so no nonce is used twice.
 */

export type Encryption = NonNullable<BackupHeader["encryption"]>;
/** For one file; `binding` are the bytes of its header, which every chunk vouches for. */
export type ChunkKey = { key: Buffer; binding: Buffer };

/** A stream that is not what was written: its end is missing, or bytes in it are others. */
export class StreamError extends Error {
  override name = "StreamError";
  readonly isCut: boolean;
  constructor({ isCut }: { isCut: boolean }) {
    super(isCut ? "the end of the stream is missing" : "the stream is not as it was written");
    this.isCut = isCut;
  }
}

const chunkBytes = 65_536;
const tagBytes = 16;
/** N of scrypt: 128 MB and about half a second for each guess at a passphrase. */
const usualCost = 2 ** 17;

/** What a backup is encrypted with; another cost than the usual one is for tests, which guess often. */
export type Secrecy = { passphrase: string; cost?: number };

/** A new key from a passphrase, and what has to be known to find it again from the same one. */
export async function createFileKey({
  passphrase,
  cost = usualCost,
}: Secrecy): Promise<{ key: Buffer; encryption: Encryption }> {
  const recipe = {
    cipher: "aes-256-gcm",
    kdf: "scrypt",
    cost,
    blockSize: 8,
    parallelization: 1,
    salt: randomBytes(16).toString("hex"),
  } as const;
  const { key, check } = await stretch(passphrase, recipe);
  return { key, encryption: { ...recipe, check: check.toString("hex") } };
}

/** The key of a file; null where the passphrase is another one. */
export async function findFileKey(passphrase: string, encryption: Encryption): Promise<Buffer | null> {
  const { key, check } = await stretch(passphrase, encryption);
  return timingSafeEqual(check, Buffer.from(encryption.check, "hex")) ? key : null;
}

async function stretch(
  passphrase: string,
  recipe: Omit<Encryption, "check">,
): Promise<{ key: Buffer; check: Buffer }> {
  const { cost: N, blockSize: r, parallelization: p } = recipe;
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  // The same letters can be typed in more than one sequence of code points.
  const text = passphrase.normalize("NFC");
  const stretched = await new Promise<Buffer>((resolve, reject) => {
    scrypt(text, Buffer.from(recipe.salt, "hex"), 32, options, (error, made) =>
      error === null ? resolve(made) : reject(error),
    );
  });
  const part = (purpose: string) => Buffer.from(hkdfSync("sha256", stretched, "", `folio ${purpose}`, 32));
  return { key: part("backup chunks"), check: part("backup passphrase check") };
}

/** The encrypted form of a stream. */
export async function* sealChunks(
  plain: AsyncIterable<Buffer>,
  { key, binding }: ChunkKey,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const { chunk, isLast } of inPieces(plain, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(count, isLast), { authTagLength: tagBytes });
    cipher.setAAD(binding);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    count += 1;
  }
}

/**
 * The stream that was sealed; nothing is handed out that was not checked.
 * @throws StreamError at the first chunk that is not what was written there
 */
export async function* openChunks(
  sealed: AsyncIterable<Buffer>,
  { key, binding }: ChunkKey,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const { chunk, isLast } of inPieces(sealed, chunkBytes + tagBytes)) {
    const plain = openChunk(chunk, nonceOf(count, isLast), { key, binding });
    if (plain === null) throw new StreamError({ isCut: false });
    yield plain;
    count += 1;
  }
}

function openChunk(chunk: Buffer, nonce: Buffer, { key, binding }: ChunkKey): Buffer | null {
  if (chunk.length < tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(binding);
  decipher.setAuthTag(chunk.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Eleven bytes of number, one that marks the last chunk. */
function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(count), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** The stream, and behind it a mark of its end and the SHA-256 of header and stream: accidents show without a key. */
export async function* withDigest(source: AsyncIterable<Buffer>, binding: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash("sha256").update(binding);
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
  yield Buffer.concat([endMark, hash.digest()]);
}

/**
 * The stream in front of its digest, which is compared at the end: what was read before is only good once this has ended.
 * @throws StreamError
 */
export async function* withoutDigest(whole: AsyncIterable<Buffer>, binding: Buffer): AsyncGenerator<Buffer> {
  const hash = createHash("sha256").update(binding);
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of whole) {
    const all = Buffer.concat([held, piece]);
    const end = Math.max(0, all.length - endMark.length - digestBytes);
    held = all.subarray(end);
    if (end === 0) continue;
    hash.update(all.subarray(0, end));
    yield all.subarray(0, end);
  }
  if (!held.subarray(0, -digestBytes).equals(endMark)) throw new StreamError({ isCut: true });
  if (!hash.digest().equals(held.subarray(endMark.length))) throw new StreamError({ isCut: false });
}

const endMark = Buffer.from("\nend of backup\n");
const digestBytes = 32;

/** The stream cut into pieces of one size; the last, which may be shorter and even empty, is told as such. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of source) {
    parts.push(part);
    held += part.length;
    if (held <= size) continue;
    const all = Buffer.concat(parts);
    let offset = 0;
    for (; all.length - offset > size; offset += size) {
      yield { chunk: all.subarray(offset, offset + size), isLast: false };
    }
    parts = [all.subarray(offset)];
    held = all.length - offset;
  }
  yield { chunk: Buffer.concat(parts), isLast: true };
}
