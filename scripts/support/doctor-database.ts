import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { DataDirInUseError } from "#server/data-dir-lock.ts";
import { openDatabase, type Database } from "#server/db.ts";
import type { Settings } from "#server/settings.ts";
import { fail, ok, warn, wordsOf, type CheckResult } from "./doctor-report.ts";
import { repoRoot } from "./repo-paths.ts";

/** What was found, and the database's own clock where it has one. */
export type DatabaseExamination = {
  result: CheckResult;
  clock?: { source: string; time: Date; askedAt: Date };
};

const name = "Database";
const connectionTimeoutMs = 5_000;
const readyTimeoutMs = 5_000;
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) });
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
  const kind = database.kind === "pglite" ? "embedded" : "Postgres";
  const { known, applied } = { known: knownMigrations(), applied: await appliedMigrations(database) };
  const unknown = applied.filter((migration) => !known.includes(migration));
  const pending = known.filter((migration) => !applied.includes(migration));
  const examination: DatabaseExamination = { result: migrationResult(kind, unknown, pending) };
  if (database.kind === "postgres") {
    const askedAt = new Date();
    const { rows } = await database.pool.query<{ now: Date }>("select now() as now");
    if (rows[0] !== undefined) examination.clock = { source: "Postgres", time: rows[0].now, askedAt };
  }
  return examination;
}

function migrationResult(kind: string, unknown: string[], pending: string[]): CheckResult {
  if (unknown.length > 0) {
    return fail(
      name,
      `${kind}, written by a newer version of Folio: start that one, or restore a backup`,
      unknown,
    );
  }
  return pending.length === 0
    ? ok(name, `${kind}, reachable, migrated`)
    : ok(name, `${kind}, reachable; the next start runs ${pending.length} migrations`, pending);
}

function knownMigrations(): string[] {
  const text = readFileSync(join(repoRoot, "db/migrations/meta/_journal.json"), "utf8");
  return journalSchema.parse(JSON.parse(text)).entries.map(({ tag }) => tag);
}

/** Names of the table that src/server/migrate.ts keeps; none where it never ran. */
async function appliedMigrations({ pool }: Database): Promise<string[]> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    "select to_regclass('folio_kernel.migrations')::text as found",
  );
  if (typeof tables[0]?.found !== "string") return [];
  const { rows } = await pool.query<{ name: string }>(
    "select name from folio_kernel.migrations order by name",
  );
  return rows.map((row) => row.name);
}

async function askRunningServer(settings: Settings, fetchNow: typeof fetch): Promise<CheckResult> {
  const held = `held by a running server (${ownerOf(settings.DATA_DIR)})`;
  if (settings.PORT === 0) return ok(name, `embedded, ${held}; its port is not known here`);
  const host = settings.HOST === "0.0.0.0" || settings.HOST === "::" ? "127.0.0.1" : settings.HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}/readyz`;
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
