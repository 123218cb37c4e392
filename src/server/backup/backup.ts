import type { Database } from "../database/db.ts";
import type { MigrationSource } from "../database/migrate.ts";
import { backupKeyId } from "../settings/secret-key.ts";
import { containerKind, seal, unseal, type Encryption } from "./backup-container.ts";
import { readSql, type BackupHeader, type BackupPart } from "./backup-parts.ts";
import { writeSql } from "./backup-sql.ts";
import { isFirstEncrypted, readFirstFormat } from "./first-format.ts";

export type BackupSource = MigrationSource & {
  database: Database;
  /** Null if the site has none yet. */
  secretKey: Buffer | null;
};

/**
 * Yields a backup of the whole database as a consistent snapshot, while servers keep writing. It includes the secret key only
 * if encrypted (docs/reference/product.md, "Backups"). Closing the generator ends it.
 */
export function createBackup(
  { secretKey, ...source }: BackupSource,
  encryption?: Encryption,
): AsyncGenerator<Buffer> {
  const sql = writeSql({
    ...source,
    keyId: secretKey === null ? null : backupKeyId(secretKey),
    secretKey: encryption === undefined ? null : secretKey,
  });
  return seal(sql, encryption);
}

/** Returns true if a backup needs a passphrase. */
export async function isEncrypted(path: string): Promise<boolean> {
  const kind = await containerKind(path);
  return kind === "age" || (kind === "first" && (await isFirstEncrypted(path)));
}

/**
 * Yields the parts of a backup in the current format or that of version 0.1.
 * @throws BackupError with a sentence for the owner, possibly after valid parts
 */
export async function* readBackup(path: string, passphrase?: string): AsyncGenerator<BackupPart> {
  const kind = await containerKind(path);
  yield* kind === "first" ? readFirstFormat(path, passphrase) : readSql(path, unseal(path, kind, passphrase));
}

/**
 * Reads a backup from its first to its last byte.
 * @returns its header, the number of rows, and the key in it
 * @throws BackupError if it is truncated or damaged
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
  if (header === null) throw new Error("The backup has no header.");
  return { header, rows, secretKey };
}
