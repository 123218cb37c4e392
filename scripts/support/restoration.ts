import { existsSync } from "node:fs";
import { chown, mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { checkBackup, isEncrypted, readBackup } from "#server/backup/backup.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import type { BackupHeader } from "#server/backup/backup-parts.ts";
import { restoreInto } from "#server/backup/backup-restore.ts";
import { makeDataDir } from "#server/database/data-dir.ts";
import { openDatabase, type DatabaseOptions } from "#server/database/db.ts";
import { clusterFolder, holdsCluster } from "#server/database/embedded/cluster.ts";
import { DataDirInUseError, openEmbeddedPostgres } from "#server/database/embedded/postgres.ts";
import { knownMigrations, type MigrationSource } from "#server/database/migrate.ts";
import { backupKeyId, findSecretKey, keepSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";
import { syncPath } from "#server/backup/synced-files.ts";

type RestoreSettings = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "SECRET_KEY">;

export type RestoreOptions = MigrationSource & {
  settings: RestoreSettings;
  file: string;
  /** Called only if the backup is encrypted. */
  passphrase: () => Promise<string>;
  onTable?: (table: string, rows: number) => void;
};

/**
 * Restores a backup into an empty place: a DATA_DIR without a database, or an empty Postgres database. The whole file is
 * checked before anything is changed; then everything is written, read back and compared in one transaction, and only a
 * complete database is moved into place. The schema is that of the backup; the next start migrates it.
 * @returns lines that report the result to a person
 * @throws BackupError with a sentence; nothing has changed
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { settings, file } = options;
  refuseFilled(settings);
  const passphrase = (await isEncrypted(file)) ? await options.passphrase() : undefined;
  // Reads the whole file, including checksums, before anything is changed.
  const { header, secretKey } = await checkBackup(file, passphrase);
  refuseOtherVersion(file, header, options.folder);
  const key = await agreeOnKey(settings, header, secretKey);
  const { tables, rows } = await (settings.DATABASE_URL === undefined
    ? restoreEmbedded(options, passphrase, key)
    : fill({ databaseUrl: settings.DATABASE_URL }, options, passphrase));
  return [
    `Restored ${tables} tables with ${rows.toLocaleString("en-US")} rows into ${targetOf(settings)} and verified them. The backup is from ${header.madeAt}.`,
    ...key.lines,
    "Now start the server with `npm start`.",
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
      `${file} was made by a newer version of Folio (${appVersion}; it has the unknown migrations ${unknown.join(", ")}). Restore it with that version or a later one.`,
    );
  }
  const other = migrations.filter(({ name, hash }) => known.get(name) !== hash).map(({ name }) => name);
  if (other.length > 0) {
    throw new BackupError(
      `${file} comes from a Folio with different migrations (${other.join(", ")}). Restore it with that one.`,
    );
  }
}

function refuseFilled({ DATABASE_URL, DATA_DIR }: RestoreSettings): void {
  const database = clusterFolder(resolve(DATA_DIR));
  if (DATABASE_URL !== undefined || !existsSync(database)) return;
  throw new BackupError(
    `There's already a database: ${database}. Move it away, or set DATA_DIR to another folder.`,
  );
}

type Summary = { tables: number; rows: number };
type AgreedKey = { install: () => Promise<void>; lines: string[] };

/** Determines the key of the restored site. Tokens in the backup open only with the key they were sealed with. */
async function agreeOnKey(
  settings: RestoreSettings,
  { keyId }: BackupHeader,
  contained: Buffer | null,
): Promise<AgreedKey> {
  const present = await findSecretKey(settings);
  const source =
    settings.SECRET_KEY === undefined ? join(resolve(settings.DATA_DIR), "secret-key") : "SECRET_KEY";
  const isSame = present !== null && keyId !== null && backupKeyId(present) === keyId;
  const stays = { install: async () => {}, lines: isSame ? [`${source} matches the backup.`] : [] };
  if (isSame || keyId === null) return stays;
  if (contained === null) {
    const now =
      present === null ? "There is no secret key here or in the backup" : `${source} is not the backup's key`;
    return {
      ...stays,
      lines: [
        `Warning: ${now}. Put the right key in place before starting the server, or people will have to link their banks and GitHub accounts again.`,
      ],
    };
  }
  if (present !== null) {
    throw new BackupError(
      `${source} is a different key than the backup's and won't be overwritten. To restore, ${settings.SECRET_KEY === undefined ? "move the file away" : "unset it, or set it to the key of the backup"}, and run this again.`,
    );
  }
  return {
    async install() {
      if (await keepSecretKey(settings, contained)) return;
      throw new BackupError(
        `Another process wrote a key to ${source} in the meantime. Run this command again.`,
      );
    },
    lines: [`The secret key is in ${source}, readable only by this account.`],
  };
}

/**
 * Restores next to the final place first, so that after an interruption DATA_DIR holds no database and the command can run
 * again.
 */
async function restoreEmbedded(
  options: RestoreOptions,
  passphrase: string | undefined,
  key: AgreedKey,
): Promise<Summary> {
  const dataDir = resolve(options.settings.DATA_DIR);
  makeDataDir(dataDir);
  const place = join(dataDir, "restoring");
  await removeBrokenOff(place);
  await mkdir(place, { mode: 0o700 });
  const { uid, gid } = await stat(dataDir);
  // Root may do this for the account that runs the site.
  if (process.getuid?.() === 0) await chown(place, uid, gid);
  try {
    const summary = await fill({ dataDir: place, isAlone: true }, options, passphrase);
    await key.install();
    refuseFilled(options.settings);
    await rename(clusterFolder(place), clusterFolder(dataDir));
    await syncPath(dataDir);
    return summary;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Removes leftovers of a killed restore, including its Postgres, but nothing that another restore is still filling. */
async function removeBrokenOff(place: string): Promise<void> {
  try {
    if (holdsCluster(place)) await (await openEmbeddedPostgres({ dataDir: place, isAlone: true })).release();
  } catch (error) {
    if (error instanceof DataDirInUseError) throw new BackupError(error.message, { cause: error });
    throw error;
  }
  await rm(place, { recursive: true, force: true });
}

async function fill(
  place: DatabaseOptions,
  { file, folder, onTable }: RestoreOptions,
  passphrase: string | undefined,
): Promise<Summary> {
  const database = await openDatabase(place);
  try {
    return await restoreInto(database, readBackup(file, passphrase), { folder, onTable });
  } finally {
    await database.close();
  }
}
