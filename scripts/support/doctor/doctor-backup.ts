import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readLastBackup } from "#server/backup/backup-file.ts";
import { holdsCluster } from "#server/database/embedded/cluster.ts";
import type { Settings } from "#server/settings/settings.ts";
import { ok, warn, type CheckResult } from "./doctor-report.ts";

const name = "Backup";
const dayMs = 86_400_000;
const tolerableDays = 7;

/** Checks the age of the last backup by `npm run backup`, as recorded in DATA_DIR, and whether its file still exists. */
export function checkBackupAge(
  { DATA_DIR, DATABASE_URL, FOLIO_DEMO }: Pick<Settings, "DATA_DIR" | "DATABASE_URL" | "FOLIO_DEMO">,
  now: Date,
): CheckResult {
  if (FOLIO_DEMO) return ok(name, "not needed; a demo deletes everything after a day");
  if (DATABASE_URL === undefined && !holdsCluster(resolve(DATA_DIR))) {
    return ok(name, "nothing to lose yet");
  }
  const last = readLastBackup(DATA_DIR);
  if (last === null) {
    const others =
      DATABASE_URL === undefined
        ? ""
        : "; backups by Postgres' own tools or on another machine aren't detected";
    return warn(name, `none yet; run \`npm run backup\`${others}`);
  }
  const days = Math.floor((now.getTime() - new Date(last.madeAt).getTime()) / dayMs);
  const age = days < 1 ? "less than a day old" : days === 1 ? "1 day old" : `${days} days old`;
  const where = existsSync(last.file) ? last.file : `${last.file}, which no longer exists`;
  const text = `${age}, ${last.encrypted ? "encrypted" : "without the secret key"}: ${where}`;
  return days >= tolerableDays ? warn(name, text) : ok(name, text);
}
