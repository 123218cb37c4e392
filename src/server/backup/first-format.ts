import { createDecipheriv, createHash, hkdfSync, scrypt, timingSafeEqual } from "node:crypto";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { errorCode } from "#shared/error-code.ts";
import { parseJson } from "#shared/text/json-text.ts";
import { fileFrom, through } from "./backup-container.ts";
import { BackupError, cutShort, damaged } from "./backup-error.ts";
import { wholeLines, type BackupHeader, type BackupPart } from "./backup-parts.ts";

/**
 * Reads backups made by version 0.1: two lines of text (`folio-backup 1` and a JSON header), then gzipped lines of JSON; with a
 * passphrase these are encrypted (scrypt, AES-256-GCM in chunks whose nonces are their numbers plus a flag on the last one). An
 * end mark and the SHA-256 of everything before it follow.
 */

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const headerSchema = z.object({
  madeAt: z.iso.datetime(),
  appVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  keyId: z.string().nullable(),
  holdsKey: z.boolean(),
  encryption: z
    .object({
      /** N of scrypt, limited so that a file can't claim all memory. */
      cost: z
        .int()
        .min(2 ** 14)
        .max(2 ** 20),
      salt: hex.length(32),
      /** Tells a wrong passphrase from a damaged file. */
      check: hex.length(64),
    })
    .nullable(),
});
type FirstHeader = z.infer<typeof headerSchema>;

const lineSchema = z.union([
  z.object({ secretKey: z.string().nullable() }),
  z.object({ rowsOf: z.string(), rows: z.array(z.array(z.string().nullable())) }),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ endOf: z.string() }),
  z.object({ sequence: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  z.object({ end: z.literal("whole"), rows: z.int() }),
  z.object({ folio: z.literal("database"), format: z.literal(1) }),
]);

const mostHeaderBytes = 262_144;

/** Returns the header of the file, and its bytes. */
async function readStart(path: string): Promise<{ header: FirstHeader; bytes: Buffer }> {
  let start: Buffer = Buffer.alloc(0);
  for await (const piece of fileFrom(path)) {
    start = Buffer.concat([start, piece]);
    const firstEnd = start.indexOf(10);
    const version = /^folio-backup (\d+)$/.exec(start.subarray(0, Math.max(firstEnd, 0)).toString())?.[1];
    if (version !== undefined && version !== "1") {
      throw new BackupError(
        `${path} was made by a newer version of Folio (format ${version}). Restore it with that version.`,
      );
    }
    const end = start.indexOf(10, firstEnd + 1);
    if (end < 0 && start.length < mostHeaderBytes) continue;
    const header = headerSchema.safeParse(
      parseJson(start.subarray(firstEnd + 1, Math.max(end, 0)).toString()),
    );
    if (version === undefined || !header.success) break;
    return { header: header.data, bytes: start.subarray(0, end + 1) };
  }
  throw damaged(path);
}

/** Returns true if the file needs a passphrase. */
export async function isFirstEncrypted(path: string): Promise<boolean> {
  return (await readStart(path)).header.encryption !== null;
}

/**
 * Yields the parts of the file. Parts come before the end has been checked, so they may belong to a truncated backup.
 * @throws BackupError with a sentence for the owner
 */
export async function* readFirstFormat(path: string, passphrase?: string): AsyncGenerator<BackupPart> {
  const { header, bytes } = await readStart(path);
  const { encryption, ...facts } = header;
  yield { header: { ...facts, format: 1 } satisfies BackupHeader };
  const packed = withoutDigest(path, fileFrom(path, bytes.length), bytes);
  const plain =
    encryption === null ? packed : openChunks(path, packed, await keyOf(path, encryption, passphrase), bytes);
  let rowCount: number | null = null;
  try {
    for await (const lines of wholeLines(through(plain, createGunzip()))) {
      for (const text of lines.toString().split("\n").slice(0, -1)) {
        const line = lineSchema.safeParse(parseJson(text)).data;
        if (line === undefined) throw damaged(path);
        const part = partOf(line);
        if (part !== null) yield part;
        if ("end" in line) rowCount = line.rows;
      }
    }
  } catch (error) {
    if (errorCode(error).startsWith("Z_")) throw damaged(path, error);
    throw error;
  }
  if (rowCount === null) throw cutShort(path);
  yield { rowCount };
}

/** Parses a line; null for lines that carry no rows. */
function partOf(line: z.infer<typeof lineSchema>): BackupPart | null {
  if ("rowsOf" in line) return { rows: Buffer.from(line.rows.map(copyRow).join("")) };
  if ("table" in line || "endOf" in line || "sequence" in line) return line;
  if ("secretKey" in line && line.secretKey !== null)
    return { secretKey: Buffer.from(line.secretKey, "hex") };
  return null;
}

const copyEscapes: Record<string, string> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** Formats a row as a line of COPY's text format. */
function copyRow(row: (string | null)[]): string {
  const values = row.map((value) =>
    value === null ? "\\N" : value.replaceAll(/[\\\b\f\n\r\t\v]/g, (letter) => copyEscapes[letter] ?? letter),
  );
  return `${values.join("\t")}\n`;
}

async function keyOf(
  path: string,
  { cost, salt, check }: NonNullable<FirstHeader["encryption"]>,
  passphrase: string | undefined,
): Promise<Buffer> {
  if (passphrase === undefined) throw new BackupError(`${path} is encrypted. Enter its passphrase.`);
  const options = { N: cost, r: 8, p: 1, maxmem: 2 * 128 * cost * 8 };
  const stretched = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, options, (error, made) =>
      error === null ? resolve(made) : reject(error),
    );
  });
  const part = (purpose: string) => Buffer.from(hkdfSync("sha256", stretched, "", `folio ${purpose}`, 32));
  if (timingSafeEqual(part("backup passphrase check"), Buffer.from(check, "hex")))
    return part("backup chunks");
  throw new BackupError(`Wrong passphrase for ${path}.`);
}

const chunkBytes = 65_536;
const tagBytes = 16;
const endMark = Buffer.from("\nend of backup\n");
const digestBytes = 32;

/** Yields everything before the end mark and the digest, which is compared at the end. */
async function* withoutDigest(
  path: string,
  whole: AsyncIterable<Buffer>,
  header: Buffer,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256").update(header);
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of whole) {
    const all = Buffer.concat([held, piece]);
    const end = Math.max(0, all.length - endMark.length - digestBytes);
    held = all.subarray(end);
    hash.update(all.subarray(0, end));
    if (end > 0) yield all.subarray(0, end);
  }
  if (!held.subarray(0, -digestBytes).equals(endMark)) throw cutShort(path);
  if (!hash.digest().equals(held.subarray(endMark.length))) throw damaged(path);
}

/** Decrypts the chunks; only authenticated bytes are yielded. */
async function* openChunks(
  path: string,
  sealed: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let count = 0;
  const open = (chunk: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(count), 3);
    nonce[11] = isLast ? 1 : 0;
    count += 1;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(header).setAuthTag(chunk.subarray(-tagBytes));
      return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
    } catch (error) {
      throw damaged(path, error);
    }
  };
  const size = chunkBytes + tagBytes;
  for await (const piece of sealed) {
    held = Buffer.concat([held, piece]);
    // The last chunk is opened with its own flag, so a full chunk waits until another follows.
    for (; held.length > size; held = held.subarray(size)) yield open(held.subarray(0, size), false);
  }
  yield open(held, true);
}
