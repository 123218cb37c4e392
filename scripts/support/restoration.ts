import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backupKeyId } from "#server/backup/backup.ts";
import { openArchive, type OpenArchive } from "#server/backup/backup-archive.ts";
import { BackupError, readHeader, type BackupHeader } from "#server/backup/backup-header.ts";
import { readCopy } from "#server/backup/copy-lines.ts";
import { CopyRefusedError, importDatabase, type CopySummary } from "#server/backup/database-copy.ts";
import { DataDirInUseError, lockDataDir, type DataDirLock } from "#server/database/data-dir-lock.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { knownMigrations, migrateDatabase } from "#server/database/migrate.ts";
import { findSecretKey, keepSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";
import { syncPath } from "#server/backup/synced-files.ts";

type RestoreSettings = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "SECRET_KEY">;

export type RestoreOptions = {
  settings: RestoreSettings;
  file: string;
  /** Asked for only where the backup is encrypted. */
  passphrase: () => Promise<string>;
  onTable?: (table: string, rows: number) => void;
  /** Where the migrations are; this version's. */
  folder?: string;
};

/**
 * Puts a backup into an empty place: a DATA_DIR without a database, or an empty Postgres database. The whole file is checked
 * before anything is changed; then everything is written, read back and compared in one transaction, and
 * only a restored database is put in its place. The schema is that of the backup: the next start migrates it on.
 * @returns what was done, in lines for a person
 * @throws BackupError with a sentence; nothing has changed
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { settings, file } = options;
  const { header } = await readHeader(file);
  refuseOtherVersion(file, header, options.folder);
  const archive = await openArchive(
    file,
    header.encryption === null ? undefined : await options.passphrase(),
  );
  const target = targetOf(settings);
  refuseFilled(settings);
  const key = await agreeOnKey(settings, archive);
  // From the first to the last byte, checksums included, before anything is changed.
  for await (const _line of readCopy(archive.lines()));
  const summary = await (settings.DATABASE_URL === undefined
    ? restoreEmbedded(options, archive, key)
    : restorePostgres(settings.DATABASE_URL, options, archive));
  const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Restored into ${target}: ${summary.tables.length} tables with ${rows.toLocaleString("en-GB")} rows, read back and compared. It is the site of ${header.madeAt}.`,
    ...key.lines,
    "Start the server now: `npm start`.",
  ];
}

function targetOf({ DATABASE_URL, DATA_DIR }: RestoreSettings): string {
  return DATABASE_URL === undefined ? resolve(DATA_DIR) : "the Postgres database";
}

function refuseOtherVersion(file: string, { migrations, appVersion }: BackupHeader, folder?: string): void {
  const known = new Map(knownMigrations(folder).map(({ name, hash }) => [name, hash]));
  const unknown = migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new BackupError(
      `${file} was made by a newer version of Folio (${appVersion}; it has ${unknown.join(", ")}, unknown here). Restore it with that version or a later one.`,
    );
  }
  const other = migrations.filter(({ name, hash }) => known.get(name) !== hash).map(({ name }) => name);
  if (other.length > 0) {
    throw new BackupError(
      `${file} comes from a Folio with other migrations than this one (${other.join(", ")}). Restore it with that one.`,
    );
  }
}

function refuseFilled({ DATABASE_URL, DATA_DIR }: RestoreSettings): void {
  const database = join(resolve(DATA_DIR), "database");
  if (DATABASE_URL !== undefined || !existsSync(database)) return;
  throw new BackupError(
    `There is a database already: ${database}. A backup is restored into an empty place only: move it away, or set DATA_DIR to another folder.`,
  );
}

type AgreedKey = { install: () => Promise<void>; lines: string[] };

/** Which key the restored site will have; tokens in the backup open with the one it was taken with only. */
async function agreeOnKey(settings: RestoreSettings, archive: OpenArchive): Promise<AgreedKey> {
  const present = await findSecretKey(settings);
  const { keyId } = archive.header;
  const source =
    settings.SECRET_KEY === undefined ? join(resolve(settings.DATA_DIR), "secret-key") : "SECRET_KEY";
  const isSame = present !== null && keyId !== null && backupKeyId(present) === keyId;
  const stays = { install: async () => {}, lines: isSame ? [`${source} is the key it belongs to.`] : [] };
  const contained = await archive.readSecretKey();
  if (isSame || keyId === null) return stays;
  if (contained === null) {
    const now =
      present === null
        ? "There is no secret key here, and the backup holds none"
        : `${source} is not the key it belongs to`;
    return {
      ...stays,
      lines: [
        `Warning: ${now}. Put the right key in place before the server starts, or links to banks and GitHub accounts have to be made again.`,
      ],
    };
  }
  if (present !== null) {
    throw new BackupError(
      `${source} is another key than the one in the backup. It is not overwritten: ${settings.SECRET_KEY === undefined ? "move the file away" : "unset it, or set it to the key of the backup"}, and run this again.`,
    );
  }
  return {
    async install() {
      if (await keepSecretKey(settings, contained)) return;
      throw new BackupError(`Somebody else put another key into ${source} meanwhile. Run this again.`);
    },
    lines: [`The secret key is in ${source}, readable by this user only.`],
  };
}

/** Beside its place first: broken off at any point, DATA_DIR holds no database, and the command can be run again. */
async function restoreEmbedded(
  options: RestoreOptions,
  archive: OpenArchive,
  key: AgreedKey,
): Promise<CopySummary> {
  const dataDir = resolve(options.settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockStopped(dataDir);
  const place = join(dataDir, "restoring");
  try {
    refuseFilled(options.settings);
    await rm(place, { recursive: true, force: true });
    const database = await openDatabase({ dataDir: place });
    let summary: CopySummary;
    try {
      summary = await fill(database, options, archive);
    } finally {
      await database.close();
    }
    await key.install();
    await rename(join(place, "database"), join(dataDir, "database"));
    await syncPath(dataDir);
    return summary;
  } finally {
    await rm(place, { recursive: true, force: true });
    lock.release();
  }
}

function lockStopped(dataDir: string): DataDirLock {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) throw new BackupError(`${error.message} Stop it first.`);
    throw error;
  }
}

async function restorePostgres(
  databaseUrl: string,
  options: RestoreOptions,
  archive: OpenArchive,
): Promise<CopySummary> {
  const database = await openDatabase({ databaseUrl });
  try {
    await refuseUsed(database, archive.header);
    return await fill(database, options, archive);
  } finally {
    await database.close();
  }
}

/** Tables of somebody else's, or a Folio of another version; rows of Folio's own tables are found by the import. */
async function refuseUsed(database: Database, { migrations }: BackupHeader): Promise<void> {
  const { rows: found } = await database.pool.query<{ there: boolean; tables: string | null }>(
    `select to_regclass('folio_kernel.migrations') is not null as there,
       (select string_agg(tablename, ', ' order by tablename) from pg_tables where schemaname = 'public') as tables`,
  );
  const [place] = found;
  if (place === undefined || (!place.there && place.tables === null)) return;
  if (!place.there) {
    throw new BackupError(
      `The Postgres database is not empty: it has the tables ${place.tables}. A backup is restored into an empty one only.`,
    );
  }
  const { rows } = await database.pool.query<{ name: string }>("select name from folio_kernel.migrations");
  const names = new Set(migrations.map(({ name }) => name));
  if (rows.length > 0 && (rows.length !== names.size || rows.some(({ name }) => !names.has(name)))) {
    throw new BackupError(
      "The Postgres database was used by another version of Folio than the backup comes from. Restore into an empty one.",
    );
  }
}

async function fill(
  database: Database,
  { folder, onTable }: RestoreOptions,
  archive: OpenArchive,
): Promise<CopySummary> {
  await migrateDatabase(database, { folder, only: archive.header.migrations.map(({ name }) => name) });
  try {
    return await importDatabase(database, archive.lines(), {
      onTable: ({ table, rows }) => onTable?.(table, rows),
    });
  } catch (error) {
    if (error instanceof CopyRefusedError) throw new BackupError(error.message, { cause: error });
    throw error;
  }
}
