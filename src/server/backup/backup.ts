import type { Database } from "../database/db.ts";
import { backupKeyId } from "../settings/secret-key.ts";
import { containerKind, seal, unseal, type Secrecy } from "./backup-container.ts";
import { readSql, type BackupHeader, type BackupPart } from "./backup-parts.ts";
import { writeSql } from "./backup-sql.ts";
import { isFirstEncrypted, readFirstFormat } from "./first-format.ts";

export type BackupSource = {
  database: Database;
  /** Null where the site has none yet. */
  secretKey: Buffer | null;
  /** Folder of the migrations; this version's own unless given. */
  folder?: string | undefined;
};

/**
 * The bytes of a backup of the whole database, of one moment, while it goes on being written. It holds the secret key only
 * when it is encrypted (docs/reference/product.md, "Backups"). Whoever stops reading ends it.
 */
export function createBackup(
  { secretKey, ...source }: BackupSource,
  secrecy?: Secrecy,
): AsyncGenerator<Buffer> {
  const sql = writeSql({
    ...source,
    keyId: secretKey === null ? null : backupKeyId(secretKey),
    secretKey: secrecy === undefined ? null : secretKey,
  });
  return seal(sql, secrecy);
}

/** True where a backup does not open without a passphrase. */
export async function isEncrypted(path: string): Promise<boolean> {
  const kind = await containerKind(path);
  return kind === "age" || (kind === "first" && (await isFirstEncrypted(path)));
}

/**
 * What a backup holds, of today's form or of that of version 0.1.
 * @throws BackupError with a sentence for the owner, also after parts that were good
 */
export async function* readBackup(path: string, passphrase?: string): AsyncGenerator<BackupPart> {
  const kind = await containerKind(path);
  yield* kind === "first" ? readFirstFormat(path, passphrase) : readSql(path, unseal(path, kind, passphrase));
}

/**
 * Reads a backup from its first to its last byte.
 * @returns what it says of itself, the number of its rows, and the key in it
 * @throws BackupError where it is cut short or damaged
 */
export async function checkBackup(
  path: string,
  passphrase?: string,
): Promise<{ header: BackupHeader; rows: number; secretKey: Buffer | null }> {
  let header: BackupHeader | null = null;
  let secretKey: Buffer | null = null;
  let rows = 0;
  for await (const part of readBackup(path, passphrase)) {
    if ("header" in part) ({ header } = part);
    else if ("secretKey" in part) ({ secretKey } = part);
    else if ("rowCount" in part) rows = part.rowCount;
  }
  if (header === null) throw new Error("A backup was read that has no header.");
  return { header, rows, secretKey };
}
