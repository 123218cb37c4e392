import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkBackup, createBackup } from "#server/backup/backup.ts";
import { containerKind, type Encryption } from "#server/backup/backup-container.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import { backupName, readLastBackup, rememberBackup, writeBackupFile } from "#server/backup/backup-file.ts";
import { openDatabase } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded/cluster.ts";
import type { MigrationSource } from "#server/database/migrate.ts";
import { findSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";

type BackupSettings = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "SECRET_KEY">;

/** Bytes of a backup, and how to close their source. */
type Source = { bytes: AsyncIterable<Buffer>; from: string; end: () => Promise<void> };

/**
 * Backs up the site, whether its server is running or not, and verifies the backup before moving it into place.
 * @param to a file, or a folder for a file named after the time; by default `backups` in DATA_DIR
 * @returns lines that report the result to a person
 * @throws BackupError with a sentence; an existing backup stays intact
 */
export async function makeBackup({
  settings,
  to,
  encryption,
  now = () => new Date(),
  folder,
}: MigrationSource & {
  settings: BackupSettings;
  to?: string | undefined;
  encryption?: Encryption | undefined;
  now?: () => Date;
}): Promise<string[]> {
  const encrypted = encryption !== undefined;
  const file = fileFor(settings, to, backupName(now(), { encrypted }));
  await refuseForeignFile(file, settings);
  const source = await openSource(settings, { encryption, folder });
  try {
    const { bytes, checked } = await writeBackupFile(file, source.bytes, (part) =>
      checkBackup(part, encryption?.passphrase),
    );
    const { header, rows } = checked;
    const isRemembered = await rememberBackup(settings.DATA_DIR, {
      madeAt: header.madeAt,
      file,
      bytes,
      encrypted,
    });
    return [
      `Backed up ${source.from} and verified the file: ${file}`,
      `${rows.toLocaleString("en-GB")} rows, ${sizeOf(bytes)}, ${encrypted ? "encrypted" : "not encrypted"}.`,
      ...keyLines(header),
      ...(isRemembered
        ? []
        : ["The backup couldn't be recorded in DATA_DIR, so `npm run doctor` won't list it."]),
    ];
  } finally {
    await source.end();
  }
}

function keyLines({ holdsKey, keyId }: { holdsKey: boolean; keyId: string | null }): string[] {
  if (holdsKey)
    return ["It includes the secret key. Anyone with the file and its passphrase has full access."];
  if (keyId === null) return ["It has no secret key, because the site has none yet."];
  return [
    "Warning: it doesn't include the secret key. Without that key, links to banks and GitHub accounts can't be restored. Keep the key somewhere safe, or encrypt the backup.",
  ];
}

function fileFor({ DATA_DIR }: BackupSettings, to: string | undefined, name: string): string {
  if (to === "") throw new BackupError("--to is empty. Give it a file or a folder.");
  const place = resolve(to ?? join(DATA_DIR, "backups"));
  const isFolder =
    to === undefined || /[/\\]$/.test(to) || (existsSync(place) && statSync(place).isDirectory());
  return isFolder ? join(place, name) : place;
}

/**
 * Refuses to replace anything but an older backup. Encrypted and compressed ones are recognized by their name or the record of
 * the last backup.
 */
async function refuseForeignFile(file: string, { DATA_DIR }: BackupSettings): Promise<void> {
  if (!existsSync(file)) return;
  const kind = await containerKind(file).catch(() => null);
  const isNamed = /\.sql\.gz(?:\.age)?$/.test(file) || readLastBackup(DATA_DIR)?.file === file;
  if (kind === "first" || (kind !== null && isNamed)) return;
  throw new BackupError(`${file} already exists and isn't a backup. Choose another name.`);
}

/** Opens the database next to a running server or alone; if the site is down, starts the embedded Postgres. */
async function openSource(
  settings: BackupSettings,
  { encryption, folder }: { encryption: Encryption | undefined; folder: string | undefined },
): Promise<Source> {
  const { DATA_DIR, DATABASE_URL } = settings;
  const dataDir = resolve(DATA_DIR);
  if (DATABASE_URL === undefined && !holdsCluster(dataDir)) {
    refuseOtherVersions(dataDir);
    throw new BackupError(`There's nothing to back up: ${dataDir} has no database.`);
  }
  const secretKey = await findSecretKey(settings);
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir });
  return {
    bytes: createBackup({ database, secretKey, folder }, encryption),
    from: DATABASE_URL === undefined ? `the database in ${dataDir}` : "Postgres",
    end: () => database.close(),
  };
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
