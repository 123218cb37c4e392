import { withFirstLine, writeArchive } from "./backup-archive.ts";
import type { Secrecy } from "./backup-cipher.ts";
import { readCopyHeader } from "./copy-lines.ts";
import { exportDatabase } from "./database-copy.ts";
import type { Database } from "../database/db.ts";
import { backupKeyId } from "../settings/secret-key.ts";

type FirstBackupSource = {
  database: Database;
  /** Null where the site has none yet. */
  secretKey: Buffer | null;
  /** Nobody else works on the database. */
  isAlone: boolean;
};

/**
 * For the embedded engine, which has no COPY over its connection: the bytes, in the first form, of a backup of the whole database, of one moment, while it goes on being written. It holds the secret key only
 * when it is encrypted (DECISIONS, "Backups"). Whoever stops reading ends it.
 */
export async function* createFirstBackup(
  { database, secretKey, isAlone }: FirstBackupSource,
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
