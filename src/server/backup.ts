import { createHash } from "node:crypto";
import { writeArchive } from "./backup-archive.ts";
import type { Secrecy } from "./backup-cipher.ts";
import { readCopy, type CopyHeader } from "./copy-lines.ts";
import { exportDatabase } from "./database-copy.ts";
import type { Database } from "./db.ts";
import { deriveKey } from "./secret-key.ts";

export type BackupSource = {
  database: Database;
  /** Null where the site has none yet. */
  secretKey: Buffer | null;
  /** Nobody else works on the database. */
  isAlone: boolean;
};

/**
 * The bytes of a backup of the whole database, of one moment, while it goes on being written. It holds the secret key only
 * when it is encrypted (DECISIONS, "Backups"). Whoever stops reading ends it.
 */
export async function* createBackup(
  { database, secretKey, isAlone }: BackupSource,
  secrecy?: Secrecy,
): AsyncGenerator<Buffer> {
  const lines = exportDatabase(database, { isAlone });
  try {
    const first = await lines.next();
    if (first.done === true) throw new Error("the copy of the database is empty");
    const { madeAt, appVersion, engine, migrations } = await headerOf(first.value);
    yield* writeArchive(
      {
        madeAt,
        appVersion,
        engine,
        migrations,
        keyId: secretKey === null ? null : backupKeyId(secretKey),
        secretKey,
        lines: withFirst(first.value, lines),
      },
      secrecy,
    );
  } finally {
    await lines.return(undefined);
  }
}

async function headerOf(text: string): Promise<CopyHeader> {
  for await (const line of readCopy(only(text))) if ("folio" in line) return line;
  throw new Error("the copy of the database begins with something else");
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Tells whether a key is the one that a backup belongs to, and says nothing of the key. */
export function backupKeyId(secretKey: Buffer): string {
  return createHash("sha256").update(deriveKey(secretKey, "backup key id")).digest("hex").slice(0, 16);
}
