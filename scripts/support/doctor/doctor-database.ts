import { resolve } from "node:path";
import { openDatabase, type Database } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded/cluster.ts";
import { exclusiveUser } from "#server/database/embedded/postgres.ts";
import { findPendingMigrations, MigrationError } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings/settings.ts";
import { fail, ok, warn, messageOf, type CheckResult } from "./doctor-report.ts";

/** Results of the checks, and the database's clock, which may differ from this machine's. */
export type DatabaseExamination = {
  results: CheckResult[];
  clock?: { source: string; time: Date; askedAt: Date };
  /** False if no server uses the embedded database, so that one at the site's address must be another site's. */
  isServed?: boolean;
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
export async function examineDatabase(settings: Settings): Promise<DatabaseExamination> {
  const { DATABASE_URL, DATA_DIR } = settings;
  const dataDir = resolve(DATA_DIR);
  try {
    if (DATABASE_URL === undefined && !holdsCluster(dataDir)) {
      refuseOtherVersions(dataDir);
      return { results: [ok(name, "embedded; will be created at the first start")], isServed: false };
    }
    const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir, connectionTimeoutMs });
    try {
      return await examineOpen(database, settings);
    } finally {
      await database.close();
    }
  } catch (error) {
    return { results: [fail(name, messageOf(error))] };
  }
}

async function examineOpen(database: Database, settings: Settings): Promise<DatabaseExamination> {
  const kind = settings.DATABASE_URL === undefined ? "embedded Postgres" : "Postgres";
  const askedAt = new Date();
  const engine = await readEngine(database);
  return {
    results: [await judge(database, kind, engine), ...(await checkOwner(database, settings))],
    ...(kind === "Postgres"
      ? { clock: { source: kind, time: engine.now, askedAt } }
      : { isServed: (await exclusiveUser(database.pool)) !== null }),
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

/** Checks whether the owner can sign in with a passkey; nothing on a site without them, or before its migrations. */
async function checkOwner({ pool }: Database, { passkeyHost }: Settings): Promise<CheckResult[]> {
  if (passkeyHost === null) return [];
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    "select to_regclass('public.passkeys') is not null as exists",
  );
  if (tables[0]?.exists !== true) return [];
  const { rows } = await pool.query<{ passkeys: number }>(
    `select (select count(*)::int from passkeys where passkeys.user_id = users.user_id and host = $1) as passkeys
     from users where role = 'owner' and mode = 'live'`,
    [passkeyHost],
  );
  const [owner] = rows;
  const advice = "run `npm run invite -- --owner` and open the link";
  if (owner === undefined) return [warn("Owner", `there is none yet; ${advice}`)];
  if (owner.passkeys === 0) return [warn("Owner", `has no passkey for ${passkeyHost}; ${advice}`)];
  const count = owner.passkeys === 1 ? "one passkey" : `${owner.passkeys} passkeys`;
  return [ok("Owner", `has ${count} for ${passkeyHost}`)];
}
