import type { Database } from "#server/database/db.ts";
import type { Jobs } from "#server/jobs/jobs.ts";

/** Makes repeated work (`jobs.repeat`) due now, as if its time had come. */
export async function askForRepeated(database: Database, jobs: Jobs, kind: string): Promise<void> {
  await database.unsafeDb.transaction((tx) => jobs.enqueue(tx, { kind, key: "all" }));
}

/** Also runs it, and returns the number of runs of all kinds. */
export async function runRepeated(database: Database, jobs: Jobs, kind: string): Promise<number> {
  await askForRepeated(database, jobs, kind);
  return jobs.runDue();
}
