import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Logger } from "../log.ts";

/** Returns why a data directory can't be used or created, as the end of a sentence; null if nothing is in the way. */
export function dataDirProblem(dataDir: string): string | null {
  const path = resolve(dataDir);
  const place = nearestExisting(path);
  const isThere = place === path;
  const begin = isThere ? path : `${path} can't be created, because ${place}`;
  if (!statSync(place).isDirectory()) return `${begin} isn't a directory`;
  if (isWritable(place)) return null;
  return isThere ? `${path} isn't writable by this account` : `${begin} isn't writable`;
}

/**
 * Creates the data directory and the folders above it, private.
 * @throws Error with the reason and what to do
 */
export function makeDataDir(dataDir: string): void {
  const problem = dataDirProblem(dataDir);
  if (problem !== null) throw new Error(`${problem}. Set DATA_DIR to another folder.`);
  const path = resolve(dataDir);
  try {
    for (let place = nearestExisting(path); place !== path; place = nearestExisting(path))
      makeBelow(place, path);
  } catch (error) {
    throw new Error(`${path} can't be created. Set DATA_DIR to another folder.`, { cause: error });
  }
}

/**
 * Creates the next folder on the way to `path`. Node's recursive mkdir would never return where the system lists folders and takes
 * none, such as in /proc.
 */
function makeBelow(place: string, path: string): void {
  let next = path;
  while (dirname(next) !== place) next = dirname(next);
  try {
    mkdirSync(next, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(next)) throw error;
  }
}

/** Returns a path itself if it exists, or the nearest folder above it that does. */
export function nearestExisting(path: string): string {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the data directory, or closes an existing one to other accounts, because it holds the database and its key. A
 * world-accessible directory that belongs to another account can't be closed from here.
 * @throws Error with instructions, if it can't be created, or others may read or write it and this process can't change that
 */
export function closeDataDir(dataDir: string, log: Pick<Logger, "warn">): void {
  // One that can't be written is enough with DATABASE_URL and SECRET_KEY.
  if (!existsSync(dataDir) || !statSync(dataDir).isDirectory()) makeDataDir(dataDir);
  // Windows has no such mode; folders in a profile belong to its account anyway.
  if (process.platform === "win32") return;
  const { mode: type, uid, gid } = statSync(dataDir);
  const mode = type & 0o777;
  if ((mode & 0o077) === 0) return;
  // Root's own directory, which the account that runs Postgres may traverse (embedded/program.ts).
  if (mode === 0o710 && process.getuid?.() === 0 && uid === 0 && gid !== 0) return;
  try {
    chmodSync(dataDir, 0o700);
    log.warn(
      { dataDir, mode: mode.toString(8) },
      "Other accounts could access the data directory; it is now private.",
    );
  } catch (error) {
    // Clusters hand out volumes that belong to another account but are open to the group of this process.
    if ((mode & 0o007) === 0) return;
    throw new Error(
      `Everyone on this machine can access the data directory ${dataDir} (mode ${mode.toString(8)}), and it belongs to another account. Run \`chmod o-rwx ${dataDir}\` as that account.`,
      { cause: error },
    );
  }
}
