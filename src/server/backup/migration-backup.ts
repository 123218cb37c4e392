import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { checkBackup, createBackup } from "./backup.ts";
import { backupName, keepNewest, writeBackupFile } from "./backup-file.ts";
import type { DatabaseLog } from "../database/database-log.ts";
import type { Database } from "../database/db.ts";
import { findPendingMigrations, migrateDatabase, type MigrationSource } from "../database/migrate.ts";
import type { Settings } from "../settings/settings.ts";

/** The backup before a migration failed, so nothing was migrated. */
export class MigrationBackupError extends Error {
  override name = "MigrationBackupError";
}

const prefix = "before-migration";
const keptBackups = 3;
/** Arbitrary lock number, unique in this database: "backup" in ASCII. */
const advisoryLock = 0x6261_636b_7570;

/**
 * Migrates a database that a server is about to use. If migrations are pending on an existing database, it is first backed up
 * to `backups` in DATA_DIR, where the last three are kept (skipped with BACKUP_BEFORE_MIGRATION=off). Servers that start
 * together take turns, so that only one of them does the work.
 * @throws MigrationBackupError before anything is migrated; MigrationError
 */
export async function backUpAndMigrate(
  database: Database,
  options: MigrationSource & {
    settings: Pick<Settings, "DATA_DIR" | "BACKUP_BEFORE_MIGRATION">;
    secretKey: Buffer;
    log: DatabaseLog;
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
  // Checked again: another server may have finished while this one waited.
  const { pending, isNew } = await findPendingMigrations(database, folder);
  if (pending.length === 0 || isNew) return;
  if (settings.BACKUP_BEFORE_MIGRATION === "off") {
    log.warn({ pending }, "Migrating the database without a backup, because BACKUP_BEFORE_MIGRATION is off.");
    return;
  }
  const place = join(settings.DATA_DIR, "backups");
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const file = join(place, backupName(new Date(), { prefix, encrypted: false }));
    const source = createBackup({ database, secretKey, folder });
    const { bytes } = await writeBackupFile(file, source, (part) => checkBackup(part));
    await keepNewest(place, prefix, keptBackups);
    log.info({ file, bytes, pending }, "Backed up the database before migrating it.");
  } catch (error) {
    throw new MigrationBackupError(
      `The backup before the migration failed, so nothing was migrated. Fix the cause below, or start with BACKUP_BEFORE_MIGRATION=off to migrate without a backup.`,
      { cause: error },
    );
  }
}

/** Holds a session lock instead of a transaction's, because the migration begins its own transaction. */
async function inTurn(database: Database, work: () => Promise<void>): Promise<void> {
  const connection = await database.pool.connect();
  try {
    await connection.query("select pg_advisory_lock($1::bigint)", [advisoryLock]);
    await work();
  } finally {
    // Closing the connection releases the lock, however we got here.
    connection.release(true);
  }
}
