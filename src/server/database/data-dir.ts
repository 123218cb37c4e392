import { chmodSync, mkdirSync, statSync } from "node:fs";
import type { Logger } from "../log.ts";

/**
 * Makes the data directory where there is none, and shuts others out of one that was there before: it holds the database and
 * the key to it. A directory of another account that everybody may use cannot be shut from here.
 * @throws Error with what to do, where others may read or write it and this process may not change that
 */
export function closeDataDir(dataDir: string, log: Pick<Logger, "warn">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Windows has no such mode: a profile's folders are the account's own there.
  if (process.platform === "win32") return;
  const { mode: type, uid, gid } = statSync(dataDir);
  const mode = type & 0o777;
  if ((mode & 0o077) === 0) return;
  // Root's own, which the account that runs Postgres may pass through (embedded-program.ts).
  if (mode === 0o710 && process.getuid?.() === 0 && uid === 0 && gid !== 0) return;
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
