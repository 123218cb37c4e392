import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { checkBackup, createBackup } from "./backup.ts";
import { backupName, keepNewest, writeBackupFile } from "./backup-file.ts";
import type { DatabaseLog } from "../database/database-log.ts";
import type { Database } from "../database/db.ts";
import { findPendingMigrations, migrateDatabase } from "../database/migrate.ts";
import type { Settings } from "../settings/settings.ts";

/** The backup before a migration failed, and so nothing was migrated. */
export class MigrationBackupError extends Error {
  override name = "MigrationBackupError";
}

const prefix = "before-migration";
const keptBackups = 3;
/** Any number that nothing else in the database takes: "backup" in ASCII. */
const advisoryLock = 0x6261_636b_7570;

/**
 * Migrates a database that a server is about to use. Where migrations are pending on one that is not new, a backup is
 * written into `backups` of DATA_DIR first, of which the last three are kept (BACKUP_BEFORE_MIGRATION=off leaves it out).
 * Servers that start together take turns, so that one of them does both.
 * @throws MigrationBackupError before anything is migrated; MigrationError
 */
export async function backUpAndMigrate(
  database: Database,
  options: {
    settings: Pick<Settings, "DATA_DIR" | "BACKUP_BEFORE_MIGRATION">;
    secretKey: Buffer;
    log: DatabaseLog;
    folder?: string;
  },
): Promise<void> {
  const { folder, log } = options;
  const { pending } = await findPendingMigrations(database, folder);
  if (pending.length === 0) return;
  await inTurn(database, async () => {
    await backUp(database, options);
    await migrateDatabase(database, { folder, log });
  });
}

async function backUp(
  database: Database,
  { settings, secretKey, log, folder }: Parameters<typeof backUpAndMigrate>[1],
): Promise<void> {
  // Asked again: another server may have done all of it while this one waited.
  const { pending, isNew } = await findPendingMigrations(database, folder);
  if (pending.length === 0 || isNew) return;
  if (settings.BACKUP_BEFORE_MIGRATION === "off") {
    log.warn(
      { pending },
      "The database is migrated without a backup before it: BACKUP_BEFORE_MIGRATION is off.",
    );
    return;
  }
  const place = join(settings.DATA_DIR, "backups");
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const file = join(place, backupName(new Date(), { prefix, encrypted: false }));
    const source = createBackup({ database, secretKey, folder });
    const { bytes } = await writeBackupFile(file, source, (part) => checkBackup(part));
    await keepNewest(place, prefix, keptBackups);
    log.info({ file, bytes, pending }, "A backup was made before the database is migrated.");
  } catch (error) {
    throw new MigrationBackupError(
      `The backup before the migration failed, so nothing was migrated. Mend that, or start with BACKUP_BEFORE_MIGRATION=off and without a way back. The reason:`,
      { cause: error },
    );
  }
}

/** Under a lock of the session: a transaction around it would have to stay open, and the migration begins its own. */
async function inTurn(database: Database, work: () => Promise<void>): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query("select pg_advisory_lock($1::bigint)", [advisoryLock]);
    await work();
  } finally {
    // The lock ends with its connection, however this came here.
    connection.release(true);
  }
}
