import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

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
