import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkBackup, createBackup } from "#server/backup/backup.ts";
import { containerKind, type Secrecy } from "#server/backup/backup-container.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { backupName, readLastBackup, rememberBackup, writeBackupFile } from "#server/backup/backup-file.ts";
import { openDatabase } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded-cluster.ts";
import { findSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";

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
  secrecy,
  now = () => new Date(),
  folder,
}: {
  settings: BackupSettings;
  to?: string | undefined;
  secrecy?: Secrecy | undefined;
  now?: () => Date;
  /** Folder of the migrations; this version's own unless given. */
  folder?: string;
}): Promise<string[]> {
  const encrypted = secrecy !== undefined;
  const file = fileFor(settings, to, backupName(now(), { encrypted }));
  await refuseForeignFile(file, settings);
  const source = await openSource(settings, { secrecy, folder });
  try {
    const { bytes, checked } = await writeBackupFile(file, source.bytes, (part) =>
      checkBackup(part, secrecy?.passphrase),
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

/** Beside a server that runs, or alone; the embedded Postgres is started for it where the site is down. */
async function openSource(
  settings: BackupSettings,
  { secrecy, folder }: { secrecy: Secrecy | undefined; folder: string | undefined },
): Promise<Source> {
  const { DATA_DIR, DATABASE_URL } = settings;
  const dataDir = resolve(DATA_DIR);
  if (DATABASE_URL === undefined && !holdsCluster(dataDir)) {
    refuseOtherVersions(dataDir);
    throw new BackupError(`There is nothing to back up: ${dataDir} holds no database.`);
  }
  const secretKey = await findSecretKey(settings);
  const database = await openDatabase(
    DATABASE_URL === undefined ? { dataDir } : { databaseUrl: DATABASE_URL },
  );
  return {
    bytes: createBackup({ database, secretKey, folder }, secrecy),
    from: DATABASE_URL === undefined ? `the database in ${dataDir}` : "Postgres",
    end: () => database.close(),
  };
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
