import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Logger } from "../log.ts";

/** A held lock; the operating system drops it by itself when the process ends in any way. */
export type DataDirLock = { release(): void };

/** Another live process has the data directory open. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
}

const sqliteBusy = 5;

/**
 * Takes the data directory for this process, or throws `DataDirInUseError` with a sentence for the owner.
 *
 * The lock is the kernel's, reached through an empty SQLite file held in an exclusive transaction (Node has no
 * flock of its own). A file with a process id could not tell a dead owner from a reused id, least of all in
 * containers, where the server is process 1 every time; this lock ends with its process and is never stale.
 * The `.owner` file beside it only says who to blame and is believed for nothing else.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const ownerPath = join(dataDir, "database.lock.owner");
  const file = new DatabaseSync(join(dataDir, "database.lock"), { timeout: 0 });
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new DataDirInUseError(
      `The data directory ${dataDir} is in use by ${describeOwner(ownerPath)}. Only one server can run on it: ` +
        "stop that one, or give this one a directory of its own with DATA_DIR.",
      { cause: error },
    );
  }
  writeFileSync(ownerPath, `process ${process.pid} on ${hostname()}, started ${new Date().toISOString()}\n`);
  return { release: () => file.isOpen && file.close() };
}

/**
 * Makes the data directory where there is none, and shuts others out of one that was there before: it holds the database and
 * the key to it. A directory of another account that everybody may use cannot be shut from here.
 * @throws Error with what to do, where others may read or write it and this process may not change that
 */
export function closeDataDir(dataDir: string, log: Pick<Logger, "warn">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Windows has no such mode: a profile's folders are the account's own there.
  if (process.platform === "win32") return;
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(dataDir, 0o700);
    log.warn(
      { dataDir, mode: mode.toString(8) },
      "others could use the data directory: it is this account's alone now",
    );
  } catch (error) {
    // A volume that belongs to somebody else and is open to the group of this process is how clusters hand one out.
    if ((mode & 0o007) === 0) return;
    throw new Error(
      `Everybody on this machine can use the data directory ${dataDir} (mode ${mode.toString(8)}), and it belongs to another account: run \`chmod o-rwx ${dataDir}\` as that account.`,
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function describeOwner(ownerPath: string): string {
  try {
    return readFileSync(ownerPath, "utf8").trim() || "another process";
  } catch {
    return "another process";
  }
}
