import type { Database } from "#server/database/db.ts";
import type { Jobs } from "#server/jobs/jobs.ts";

/** Has work that repeats itself (`jobs.repeat`) due now, as when its time has come. */
export async function askForRepeated(database: Database, jobs: Jobs, kind: string): Promise<void> {
  await database.unsafeDb.transaction((tx) => jobs.enqueue(tx, { kind, key: "all" }));
}

/** Does it too; answers how many runs of all kinds that took. */
export async function runRepeated(database: Database, jobs: Jobs, kind: string): Promise<number> {
  await askForRepeated(database, jobs, kind);
  return jobs.runDue();
}
