import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkBackup, createBackup } from "#server/backup/backup.ts";
import { containerKind } from "#server/backup/backup-container.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { backupName, readLastBackup, rememberBackup, writeBackupFile } from "#server/backup/backup-file.ts";
import { controlPath } from "#server/database/control-path.ts";
import { DataDirInUseError } from "#server/database/data-dir-lock.ts";
import { openDatabase } from "#server/database/db.ts";
import { findSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";
import { askBackup } from "./control-client.ts";

type BackupSettings = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "SECRET_KEY">;

/** Bytes of a backup, and what is to be done once they were read or given up. */
type Source = { bytes: AsyncIterable<Buffer>; from: string; end: () => Promise<void> };

/**
 * Makes a backup of the site, whether its server runs or not, and reads it back before it takes its place.
 * @param to a file, or a folder for a file with the time in its name; unset: `backups` in DATA_DIR
 * @returns what was done, in lines for a person
 * @throws BackupError with a sentence; a backup that was there before is as it was
 */
export async function makeBackup({
  settings,
  to,
  passphrase,
  now = () => new Date(),
  folder,
}: {
  settings: BackupSettings;
  to?: string | undefined;
  passphrase?: string | undefined;
  now?: () => Date;
  /** Where the migrations are; this version's. */
  folder?: string;
}): Promise<string[]> {
  const encrypted = passphrase !== undefined;
  const file = fileFor(
    settings,
    to,
    backupName(now(), { encrypted, isFirst: settings.DATABASE_URL === undefined }),
  );
  await refuseForeignFile(file, settings);
  const source = await openSource(settings, { passphrase, folder });
  try {
    const { bytes, checked } = await writeBackupFile(file, source.bytes, (part) =>
      checkBackup(part, passphrase),
    );
    const { header, rows } = checked;
    const isRemembered = await rememberBackup(settings.DATA_DIR, {
      madeAt: header.madeAt,
      file,
      bytes,
      encrypted,
    });
    return [
      `Backup made from ${source.from}, and read back: ${file}`,
      `${rows.toLocaleString("en-GB")} rows, ${sizeOf(bytes)}, ${encrypted ? "encrypted" : "not encrypted"}.`,
      ...keyLines(header),
      ...(isRemembered
        ? []
        : ["Its time could not be noted in DATA_DIR: `npm run doctor` does not know of it."]),
    ];
  } finally {
    await source.end();
  }
}

function keyLines({ holdsKey, keyId }: { holdsKey: boolean; keyId: string | null }): string[] {
  if (holdsKey) return ["It holds the secret key: whoever has the file and the passphrase has everything."];
  if (keyId === null) return ["The site has no secret key yet, so there is none in it."];
  return [
    "Warning: it does not hold the secret key. Without that key, links to banks and GitHub accounts cannot be restored: keep it elsewhere, or encrypt the backup.",
  ];
}

function fileFor({ DATA_DIR }: BackupSettings, to: string | undefined, name: string): string {
  const place = resolve(to ?? join(DATA_DIR, "backups"));
  const isFolder =
    to === undefined || /[/\\]$/.test(to) || (existsSync(place) && statSync(place).isDirectory());
  return isFolder ? join(place, name) : place;
}

/** An older backup may be replaced, anything else is somebody's file; what is encrypted or packed is told by its name or the note of the last one. */
async function refuseForeignFile(file: string, { DATA_DIR }: BackupSettings): Promise<void> {
  if (!existsSync(file)) return;
  const kind = await containerKind(file).catch(() => null);
  const isNamed = /\.sql\.gz(?:\.age)?$/.test(file) || readLastBackup(DATA_DIR)?.file === file;
  if (kind === "first" || (kind !== null && isNamed)) return;
  throw new BackupError(`${file} is there and is no backup: give another name.`);
}

async function openSource(
  settings: BackupSettings,
  { passphrase, folder }: { passphrase: string | undefined; folder: string | undefined },
): Promise<Source> {
  const { DATA_DIR, DATABASE_URL } = settings;
  if (DATABASE_URL === undefined) {
    if (!existsSync(join(resolve(DATA_DIR), "database/PG_VERSION"))) {
      throw new BackupError(`There is nothing to back up: ${resolve(DATA_DIR)} holds no database.`);
    }
    const running = await askBackup(DATA_DIR, passphrase);
    if (running !== null) return { bytes: running, from: "the running server", end: async () => {} };
  }
  const secretKey = await findSecretKey(settings);
  const database = await openUnused(settings);
  const isAlone = DATABASE_URL === undefined;
  return {
    bytes: createBackup(
      { database, secretKey, isAlone, folder },
      passphrase === undefined ? undefined : { passphrase },
    ),
    from: isAlone ? `the database in ${resolve(DATA_DIR)}` : "Postgres",
    end: () => database.close(),
  };
}

/** The embedded database belongs to one process: where that is a server, it must have a control socket. */
async function openUnused({ DATABASE_URL, DATA_DIR }: BackupSettings) {
  try {
    return await openDatabase(
      DATABASE_URL === undefined ? { dataDir: DATA_DIR } : { databaseUrl: DATABASE_URL },
    );
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const place = controlPath(DATA_DIR);
    const why =
      "impossible" in place
        ? place.impossible
        : "it may be starting, stopping or of an older version: run the command again in a moment, or stop it first";
    throw new BackupError(
      `The data directory ${resolve(DATA_DIR)} is in use by a process that cannot be asked for a backup: ${why}.`,
      { cause: error },
    );
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
