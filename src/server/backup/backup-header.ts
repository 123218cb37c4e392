import { createReadStream } from "node:fs";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";
import { BackupError, damaged } from "./backup-error.ts";

/**
 * What a backup says of itself to whoever has the file: two lines of text before everything else. With a passphrase it is
 * bound into what follows, so that an altered line is noticed; without one the checksum at the end covers it.
 */
export type BackupHeader = z.infer<typeof headerSchema>;

const magic = "folio-backup";
const formatVersion = 1;
/** Far above what a thousand migrations need; a file without a second line is not read to its end. */
const mostHeaderBytes = 262_144;

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const headerSchema = z.object({
  madeAt: z.iso.datetime(),
  /** Of the server or command that made it. */
  appVersion: z.string(),
  engine: z.enum(["pglite", "postgres"]),
  /** What had run in the database, in order; another version finds out here whether it can take the backup. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Names the secret key that tokens in it are sealed with, and says nothing of it; null where there was none. */
  keyId: z.string().nullable(),
  /** The key itself is in the encrypted part. */
  holdsKey: z.boolean(),
  encryption: z
    .object({
      cipher: z.literal("aes-256-gcm"),
      kdf: z.literal("scrypt"),
      /** N of scrypt; the limits keep a file from asking for all memory, and for a key that is quickly guessed. */
      cost: z
        .int()
        .min(2 ** 14)
        .max(2 ** 20),
      blockSize: z.literal(8),
      parallelization: z.literal(1),
      salt: hex.length(32),
      /** Tells a wrong passphrase from a damaged file. */
      check: hex.length(64),
    })
    .nullable(),
});

/** The first bytes of a backup. */
export function headerBytes(header: BackupHeader): Buffer {
  return Buffer.from(`${magic} ${formatVersion}\n${JSON.stringify(header)}\n`);
}

/**
 * Reads what a file says of itself.
 * @returns also the bytes that said it, which the rest of the file is bound to
 * @throws BackupError where it is no backup, or one of a later format
 */
export async function readHeader(path: string): Promise<{ header: BackupHeader; bytes: Buffer }> {
  const start = await readStart(path);
  const firstEnd = start.indexOf("\n");
  const [name, version] = start.subarray(0, Math.max(firstEnd, 0)).toString("latin1").split(" ");
  if (name !== magic || !/^\d+$/.test(version ?? "")) {
    throw new BackupError(`${path} is not a backup of Folio.`);
  }
  if (Number(version) !== formatVersion) {
    throw new BackupError(
      `${path} was made by a newer version of Folio (format ${version}, this one reads ${formatVersion}). Restore it with that version.`,
    );
  }
  const end = start.indexOf("\n", firstEnd + 1);
  const header = headerSchema.safeParse(parseJson(start.subarray(firstEnd + 1, Math.max(end, 0)).toString()));
  if (end < 0 || !header.success) throw damaged(path);
  return { header: header.data, bytes: start.subarray(0, end + 1) };
}

async function readStart(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of createReadStream(path, { end: mostHeaderBytes - 1 })) {
      if (Buffer.isBuffer(part)) parts.push(part);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") throw new BackupError(`There is no file ${path}.`);
    if (error.code === "EISDIR") throw new BackupError(`${path} is a folder: name the file of the backup.`);
    throw new BackupError(`${path} cannot be read (${error.message}).`);
  }
  return Buffer.concat(parts);
}
