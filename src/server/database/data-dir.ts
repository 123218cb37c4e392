import { chmodSync, mkdirSync, statSync } from "node:fs";
import type { Logger } from "../log.ts";

/**
 * Creates the data directory, or closes an existing one to other accounts, because it holds the database and its key. A
 * world-accessible directory that belongs to another account can't be closed from here.
 * @throws Error with instructions, if others may read or write it and this process can't change that
 */
export function closeDataDir(dataDir: string, log: Pick<Logger, "warn">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Windows has no such mode; folders in a profile belong to its account anyway.
  if (process.platform === "win32") return;
  const { mode: type, uid, gid } = statSync(dataDir);
  const mode = type & 0o777;
  if ((mode & 0o077) === 0) return;
  // Root's own directory, which the account that runs Postgres may traverse (embedded-program.ts).
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
