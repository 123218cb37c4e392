import { createHash } from "node:crypto";
import { openArchive, withFirstLine, writeArchive } from "./backup-archive.ts";
import type { Secrecy } from "./backup-cipher.ts";
import { readCopy, readCopyHeader } from "./copy-lines.ts";
import { exportDatabase } from "./database-copy.ts";
import type { Database } from "../database/db.ts";
import { deriveKey } from "../settings/secret-key.ts";

export type BackupSource = {
  database: Database;
  /** Null where the site has none yet. */
  secretKey: Buffer | null;
  /** Nobody else works on the database. */
  isAlone: boolean;
};

/**
 * The bytes of a backup of the whole database, of one moment, while it goes on being written. It holds the secret key only
 * when it is encrypted (docs/reference/product.md, "Backups"). Whoever stops reading ends it.
 */
export async function* createBackup(
  { database, secretKey, isAlone }: BackupSource,
  secrecy?: Secrecy,
): AsyncGenerator<Buffer> {
  const lines = exportDatabase(database, { isAlone });
  try {
    const first = await lines.next();
    if (first.done === true) throw new Error("the copy of the database is empty");
    const { madeAt, appVersion, engine, migrations } = readCopyHeader(first.value);
    yield* writeArchive(
      {
        madeAt,
        appVersion,
        engine,
        migrations,
        keyId: secretKey === null ? null : backupKeyId(secretKey),
        secretKey,
        lines: withFirstLine(first.value, lines),
      },
      secrecy,
    );
  } finally {
    await lines.return(undefined);
  }
}

/**
 * Reads a backup from its first to its last byte.
 * @returns the number of its rows
 * @throws BackupError, CopyDamagedError
 */
export async function checkBackup(path: string, passphrase?: string): Promise<number> {
  const archive = await openArchive(path, passphrase);
  let rows = 0;
  for await (const line of readCopy(archive.lines())) if ("end" in line) ({ rows } = line);
  return rows;
}

/** Tells whether a key is the one that a backup belongs to, and says nothing of the key. */
export function backupKeyId(secretKey: Buffer): string {
  return createHash("sha256").update(deriveKey(secretKey, "backup key id")).digest("hex").slice(0, 16);
}
