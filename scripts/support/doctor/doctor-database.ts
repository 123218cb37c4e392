import { resolve } from "node:path";
import { openDatabase, type Database } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded-cluster.ts";
import { findPendingMigrations, MigrationError } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings/settings.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

/** Result of the check, and the database's clock, which may differ from this machine's. */
export type DatabaseExamination = {
  result: CheckResult;
  clock?: { source: string; time: Date; askedAt: Date };
};

type Engine = { version: string; bytes: number; now: Date; settings: Record<string, string> };

const name = "Database";
const connectionTimeoutMs = 5_000;
/** Settings without which acknowledged data could be lost in a power cut (Postgres' manual, "Reliability"). */
const durableSettings = ["fsync", "full_page_writes", "synchronous_commit"];
const shownSettings = [...durableSettings, "shared_buffers", "max_connections", "jit"];

/**
 * Checks whether the database can be reached, what it is, and which migrations are pending; changes nothing. The embedded
 * Postgres is queried next to a running server, or started for the check.
 */
export async function examineDatabase({ DATABASE_URL, DATA_DIR }: Settings): Promise<DatabaseExamination> {
  const dataDir = resolve(DATA_DIR);
  try {
    if (DATABASE_URL === undefined && !holdsCluster(dataDir)) {
      refuseOtherVersions(dataDir);
      return { result: ok(name, "embedded; will be created at the first start") };
    }
    const database = await openDatabase({
      ...(DATABASE_URL === undefined ? { dataDir } : { databaseUrl: DATABASE_URL }),
      connectionTimeoutMs,
    });
    try {
      return await examineOpen(database, DATABASE_URL === undefined ? "embedded Postgres" : "Postgres");
    } finally {
      await database.close();
    }
  } catch (error) {
    return { result: fail(name, messageOf(error)) };
  }
}

async function examineOpen(database: Database, kind: string): Promise<DatabaseExamination> {
  const askedAt = new Date();
  const engine = await readEngine(database);
  return {
    result: await judge(database, kind, engine),
    ...(kind === "Postgres" ? { clock: { source: kind, time: engine.now, askedAt } } : {}),
  };
}

async function readEngine({ pool }: Database): Promise<Engine> {
  const { rows } = await pool.query<Omit<Engine, "bytes"> & { bytes: string }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, now() as now,
       (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings`,
    [shownSettings],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("Postgres returned no settings");
  return { ...row, bytes: Number(row.bytes) };
}

async function judge(database: Database, kind: string, engine: Engine): Promise<CheckResult> {
  const { version, bytes, settings } = engine;
  const off = durableSettings.filter((setting) => settings[setting] === "off");
  const durability = off.length === 0 ? "durable" : "NOT durable";
  const what = `${kind} ${version.split(" ")[0]}, ${(bytes / 1_000_000).toFixed(0)} MB, ${durability}`;
  const shown = shownSettings.map((setting) => `${setting} ${settings[setting]}`).join(", ");
  try {
    const { pending } = await findPendingMigrations(database);
    const count = pending.length === 1 ? "one migration" : `${pending.length} migrations`;
    const status = pending.length === 0 ? "reachable, migrated" : `reachable; the next start runs ${count}`;
    return off.length === 0
      ? ok(name, `${what}, ${status}`, [shown, ...pending])
      : warn(name, `${what}, ${status}; saved data may be lost in a power cut`, [shown, ...pending]);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return fail(name, `${what}, reachable. ${error.message}`, error.migrations);
  }
}
