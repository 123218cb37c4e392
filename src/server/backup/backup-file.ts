import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";
import { syncPath, writeSynced } from "./synced-files.ts";

/** What DATA_DIR remembers of the last backup that the command made (`last-backup`). */
export type LastBackup = z.infer<typeof lastBackupSchema>;

const lastBackupSchema = z.object({
  madeAt: z.iso.datetime(),
  file: z.string(),
  bytes: z.int(),
  encrypted: z.boolean(),
});

const partSuffix = ".backup-part";
/** Whoever writes a part touches it all the time: one that was not touched for this long is a dead process's. */
const abandonedAfterMs = 3_600_000;

/**
 * Writes a backup beside its place, has it on the disk, checks it, and only then puts it in its place: whatever happens on the way,
 * a file that was there before stays as it was. Only its owner can read it.
 * @param check reads the written file; what it throws ends the writing
 * @returns its size in bytes, and what the check answered
 * @throws BackupError where the disk takes no more
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
  ENOSPC: "there is no space left on the disk",
  EDQUOT: "the quota of the disk is used up",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  EIO: "the disk fails",
  ENOTDIR: "a part of the path is a file",
  EISDIR: "there is a folder of that name",
};

/** Null for what is not about the disk. */
function diskError(error: unknown, folder: string): BackupError | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = diskCodes[code];
  return reason === undefined
    ? null
    : new BackupError(`The backup could not be written into ${folder}: ${reason} (${code}).`, {
        cause: error,
      });
}

/** The name of a backup made now, such as `folio-2026-11-21T101500Z.sql.gz.age`; sorted by name they are sorted by time. */
export function backupName(
  madeAt: Date,
  { prefix = "folio", encrypted }: { prefix?: string; encrypted: boolean },
): string {
  const time = madeAt.toISOString().slice(0, 19).replaceAll(":", "");
  return `${prefix}-${time}Z.sql.gz${encrypted ? ".age" : ""}`;
}

/** Removes all but the newest backups of a prefix, those of version 0.1 (`.backup`) too. */
export async function keepNewest(folder: string, prefix: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${prefix}-`) && /\.(?:backup|sql\.gz)$/.test(name),
  );
  for (const name of names.toSorted().slice(0, -count)) await rm(join(folder, name), { force: true });
}

const recordName = "last-backup";

/** Remembers a backup for `readLastBackup`; a record that cannot be written fails nothing, since the backup is there. */
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

/** The last backup that the command made from this DATA_DIR; null where it never did, or nothing can be read. */
export function readLastBackup(dataDir: string): LastBackup | null {
  const path = join(dataDir, recordName);
  if (!existsSync(path)) return null;
  try {
    return lastBackupSchema.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}
