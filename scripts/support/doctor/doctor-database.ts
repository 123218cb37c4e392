import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { DataDirInUseError } from "#server/database/data-dir-lock.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { findPendingMigrations, MigrationError } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings/settings.ts";
import { fail, ok, warn, wordsOf, type CheckResult } from "./doctor-report.ts";
import { ownOrigin } from "../own-origin.ts";

/** What was found, and the database's own clock where it has one. */
export type DatabaseExamination = {
  result: CheckResult;
  clock?: { source: string; time: Date; askedAt: Date };
};

const name = "Database";
const connectionTimeoutMs = 5_000;
const readyTimeoutMs = 5_000;
const readySchema = z.object({ status: z.string() });

/**
 * Whether the database can be reached and which migrations are still to run; it is not changed. The embedded one
 * belongs to one process: where that is a running server, the server is asked instead.
 */
export async function examineDatabase(
  settings: Settings,
  fetchNow: typeof fetch,
): Promise<DatabaseExamination> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL === undefined && !existsSync(join(resolve(DATA_DIR), "database/PG_VERSION"))) {
    return { result: ok(name, "embedded; will be made at the first start") };
  }
  try {
    const database = await openDatabase({
      ...(DATABASE_URL === undefined ? { dataDir: DATA_DIR } : { databaseUrl: DATABASE_URL }),
      connectionTimeoutMs,
    });
    try {
      return await examineOpen(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DataDirInUseError) return { result: await askRunningServer(settings, fetchNow) };
    return { result: fail(name, wordsOf(error)) };
  }
}

async function examineOpen(database: Database): Promise<DatabaseExamination> {
  const examination: DatabaseExamination = { result: await examineMigrations(database) };
  if (database.kind === "postgres") {
    const askedAt = new Date();
    const { rows } = await database.pool.query<{ now: Date }>("select now() as now");
    if (rows[0] !== undefined) examination.clock = { source: "Postgres", time: rows[0].now, askedAt };
  }
  return examination;
}

async function examineMigrations(database: Database): Promise<CheckResult> {
  const kind = database.kind === "pglite" ? "embedded" : "Postgres";
  try {
    const { pending } = await findPendingMigrations(database);
    if (pending.length === 0) return ok(name, `${kind}, reachable, migrated`);
    const count = pending.length === 1 ? "one migration" : `${pending.length} migrations`;
    return ok(name, `${kind}, reachable; the next start runs ${count}`, pending);
  } catch (error) {
    if (error instanceof MigrationError) {
      return fail(name, `${kind}, reachable. ${error.message}`, error.migrations);
    }
    throw error;
  }
}

async function askRunningServer(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult> {
  const held = `held by a running server (${ownerOf(settings.DATA_DIR)})`;
  if (settings.PORT === 0) return ok(name, `embedded, ${held}; its port is not known here`);
  const address = `${ownOrigin(settings)}/readyz`;
  try {
    const response = await fetchNow(address, { signal: AbortSignal.timeout(readyTimeoutMs) });
    const answer = readySchema.safeParse(await response.json());
    const status = answer.success ? answer.data.status : `answers ${response.status}`;
    return response.ok
      ? ok(name, `embedded, ${held}; it says: ${status}`)
      : fail(name, `embedded, ${held}; it says: ${status}`);
  } catch (error) {
    return warn(name, `embedded, ${held}, which does not answer at ${address}: ${wordsOf(error)}`);
  }
}

/** "pid 123" of the note that the lock's holder leaves for people. */
function ownerOf(dataDir: string): string {
  const path = join(resolve(dataDir), "database.lock.owner");
  const pid = existsSync(path) ? /process (\d+)/.exec(readFileSync(path, "utf8"))?.[1] : undefined;
  return pid === undefined ? "of unknown pid" : `pid ${pid}`;
}
