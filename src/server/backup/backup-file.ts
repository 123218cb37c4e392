import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { errorCode } from "#shared/error-code.ts";
import { BackupError } from "./backup-error.ts";
import { syncPath, writeSynced } from "./synced-files.ts";

/** Record of the last backup made by the command, kept in DATA_DIR (`last-backup`). */
export type LastBackup = z.infer<typeof lastBackupSchema>;

const lastBackupSchema = z.object({
  madeAt: z.iso.datetime(),
  file: z.string(),
  bytes: z.int(),
  encrypted: z.boolean(),
});

const partSuffix = ".backup-part";
/** Age after which a partial file is considered abandoned: a process that is still writing keeps touching it. */
const abandonedAfterMs = 3_600_000;

/**
 * Writes a backup next to its destination, syncs it to disk, checks it, and only then renames it. An existing file stays intact
 * whatever fails along the way. Only its owner can read the new one.
 * @param check reads the written file; an error it throws aborts the backup
 * @returns its size in bytes, and the result of the check
 * @throws BackupError if the disk can't take it
 */
export async function writeBackupFile<Checked>(
  path: string,
  bytes: AsyncIterable<Buffer>,
  check: (path: string) => Promise<Checked>,
): Promise<{ bytes: number; checked: Checked }> {
  const folder = dirname(path);
  await makeFolder(folder);
  await removeAbandoned(folder);
  const part = join(folder, `.${basename(path)}.${randomUUID()}${partSuffix}`);
  try {
    await writeSynced(part, bytes);
    const checked = await check(part);
    const { size } = await stat(part);
    await rename(part, path);
    await syncPath(folder);
    return { bytes: size, checked };
  } catch (error) {
    await rm(part, { force: true });
    throw diskError(error, folder) ?? error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw diskError(error, folder) ?? error;
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partSuffix)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true });
  }
}

const diskCodes: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "this account can't write there",
  EPERM: "this account can't write there",
  EROFS: "the disk is read-only",
  EIO: "the disk reported an error",
  ENOTDIR: "part of the path is a file",
  EEXIST: "part of the path is a file",
  EISDIR: "a folder has that name",
};

/** Returns the error to show for a disk problem, or null for any other error. */
function diskError(error: unknown, folder: string): BackupError | null {
  const code = errorCode(error);
  const reason = diskCodes[code];
  return reason === undefined
    ? null
    : new BackupError(`Can't write the backup to ${folder}: ${reason} (${code}).`, {
        cause: error,
      });
}

/** Returns the name of a backup made now, such as `folio-2026-11-21T101500Z.sql.gz.age`. Sorting by name sorts by time. */
export function backupName(
  madeAt: Date,
  { prefix = "folio", encrypted }: { prefix?: string; encrypted: boolean },
): string {
  const time = madeAt.toISOString().slice(0, 19).replaceAll(":", "");
  return `${prefix}-${time}Z.sql.gz${encrypted ? ".age" : ""}`;
}

/** Removes all but the newest backups with a prefix, including those of version 0.1 (`.backup`). */
export async function keepNewest(folder: string, prefix: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${prefix}-`) && /\.(?:backup|sql\.gz)$/.test(name),
  );
  for (const name of names.toSorted().slice(0, -count)) await rm(join(folder, name), { force: true });
}

const recordName = "last-backup";

/** Records a backup for `readLastBackup`. Failing to write the record doesn't fail the backup. */
export async function rememberBackup(dataDir: string, backup: LastBackup): Promise<boolean> {
  const path = join(dataDir, recordName);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the last backup the command made from this DATA_DIR, or null if there is none or the record can't be read. */
export function readLastBackup(dataDir: string): LastBackup | null {
  const path = join(dataDir, recordName);
  if (!existsSync(path)) return null;
  try {
    return lastBackupSchema.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}
