import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Settings } from "#server/settings/settings.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";
import { secretName } from "./doctor-secrets.ts";

const name = "Secret files";
/** Only these bits matter: a service manager may let a group read. */
const others = 0o007;
const groupAndOthers = 0o077;

/**
 * Checks that files with secrets are closed to other accounts: `.env` in the working directory, as `npm start` reads it, and
 * the backups in DATA_DIR. (The key and DATA_DIR itself have their own checks.)
 */
export function checkSecretFiles({ DATA_DIR }: Pick<Settings, "DATA_DIR">, workingDir: string): CheckResult {
  // Windows has no such mode bits.
  if (process.platform === "win32") return ok(name, "not checked on this system");
  try {
    const env = join(workingDir, ".env");
    const holdsSecrets = existsSync(env) && hasSecrets(readFileSync(env, "utf8"));
    const isOpen = holdsSecrets && (modeOf(env) & others) !== 0;
    const backups = backupFiles(resolve(DATA_DIR, "backups")).filter(
      (path) => (modeOf(path) & groupAndOthers) !== 0,
    );
    const remedies = [...(isOpen ? [env] : []), ...backups].map((path) => `chmod 600 ${path}`);
    if (remedies.length === 0)
      return ok(name, holdsSecrets ? `${env} is closed to others` : "none readable by others");
    const readable = "other accounts on this machine can read";
    return isOpen
      ? fail(name, `${readable} ${env}, which contains secrets`, remedies)
      : warn(
          name,
          `${readable} ${remedies.length === 1 ? "a backup" : `${remedies.length} backups`}`,
          remedies,
        );
  } catch (error) {
    return fail(name, messageOf(error));
  }
}

function hasSecrets(text: string): boolean {
  const values = Object.entries(parseEnv(text)).filter(([, value]) => (value ?? "").trim() !== "");
  return values.some(
    ([setting, value]) => secretName.test(setting) || /:\/\/[^\s/@]*:[^\s/@]+@/.test(value ?? ""),
  );
}

function backupFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(directory, entry.name));
}

function modeOf(path: string): number {
  return statSync(path).mode;
}
