import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CopyDamagedError } from "#server/backup/copy-lines.ts";
import {
  CopyRefusedError,
  digestDatabase,
  exportDatabase,
  importDatabase,
  PlaceNotEmptyError,
  type CopiedTableRows,
} from "#server/backup/database-copy.ts";
import { DataDirInUseError, lockDataDir } from "#server/database/data-dir-lock.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { findPendingMigrations, migrateDatabase, MigrationError } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings/settings.ts";
import { syncPath } from "#server/backup/synced-files.ts";
import { wordsOf } from "./doctor/doctor-report.ts";

export type MoveOptions = {
  settings: Pick<Settings, "DATA_DIR" | "SECRET_KEY">;
  /** `to` Postgres from DATA_DIR, or `from` Postgres into DATA_DIR. */
  direction: "to" | "from";
  databaseUrl: string;
  /** Hears of each table once its rows are written; they are compared at the end. */
  onTable?: (table: CopiedTableRows) => void;
};

/** Neither database was changed; the message says why and what to do. */
export class MoveRefused extends Error {
  override name = "MoveRefused";
}

/** What was moved: `already` where an earlier run had come to its end without being able to say so. */
export type Moved = { tables: CopiedTableRows[]; already: boolean; whatNow: string[] };

const connectionTimeoutMs = 15_000;
/** How long the connections of a run that was killed may take to be noticed by Postgres. */
const othersTimeoutMs = 6_000;
const othersPollMs = 250;

/**
 * Copies the whole site from the embedded database of DATA_DIR to an empty Postgres database, or back. The rows are
 * written, read back and compared by count and checksum in one transaction, so a run that is broken off leaves an empty
 * place, and the next begins anew. The source is read only.
 * @throws MoveRefused
 */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  try {
    return await (options.direction === "to" ? moveToPostgres(options) : moveToEmbedded(options));
  } catch (error) {
    const isKnown =
      error instanceof DataDirInUseError ||
      error instanceof CopyRefusedError ||
      error instanceof CopyDamagedError ||
      error instanceof MigrationError;
    if (!isKnown) throw error;
    const advice = error instanceof DataDirInUseError ? " Stop the server first." : "";
    throw new MoveRefused(`${error.message}${advice}`, { cause: error });
  }
}

async function moveToPostgres(options: MoveOptions): Promise<Moved> {
  const { settings } = options;
  if (!existsSync(join(resolve(settings.DATA_DIR), "database/PG_VERSION"))) {
    throw new MoveRefused(`There is nothing to move: ${resolve(settings.DATA_DIR)} holds no database.`);
  }
  return withDatabase(openDatabase({ dataDir: settings.DATA_DIR }), async (source) => {
    await refuseOtherVersion(source, "The embedded database");
    return withDatabase(openPostgres(options.databaseUrl), async (target) => {
      await refuseOtherServers(target);
      await refuseForeignTables(target);
      const { isNew } = await findPendingMigrations(target);
      if (isNew) await migrateDatabase(target);
      else await refuseOtherVersion(target, "The Postgres database");
      return { ...(await copy(source, target, options)), whatNow: afterMoveToPostgres(settings) };
    });
  });
}

/** Beside its place first: broken off at any point, DATA_DIR holds no database, and the next run begins anew. */
async function moveToEmbedded(options: MoveOptions): Promise<Moved> {
  const { settings } = options;
  const whatNow = afterMoveToEmbedded(settings);
  return withDatabase(openPostgres(options.databaseUrl), async (source) => {
    await refuseOtherVersion(source, "The Postgres database");
    await refuseOtherServers(source);
    const dataDir = resolve(settings.DATA_DIR);
    if (holdsDatabase(dataDir)) {
      return withDatabase(openDatabase({ dataDir }), async (there) => ({
        ...(await expectMovedAlready(
          source,
          there,
          `${join(dataDir, "database")} is a database already. Move it away, or set DATA_DIR to another folder.`,
        )),
        whatNow,
      }));
    }
    const lock = lockDataDir(dataDir);
    const place = join(dataDir, "moving");
    try {
      await rm(place, { recursive: true, force: true });
      const moved = await withDatabase(openDatabase({ dataDir: place }), async (target) => {
        await migrateDatabase(target);
        return copy(source, target, options);
      });
      await rename(join(place, "database"), join(dataDir, "database"));
      await syncPath(dataDir);
      return { ...moved, whatNow };
    } finally {
      await rm(place, { recursive: true, force: true });
      lock.release();
    }
  });
}

function holdsDatabase(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), "database"));
}

async function withDatabase<Result>(
  opening: Promise<Database>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await opening;
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function openPostgres(databaseUrl: string): Promise<Database> {
  try {
    return await openDatabase({ databaseUrl, connectionTimeoutMs });
  } catch (error) {
    throw new MoveRefused(wordsOf(error), { cause: error });
  }
}

async function copy(
  source: Database,
  target: Database,
  { onTable }: MoveOptions,
): Promise<Omit<Moved, "whatNow">> {
  try {
    const lines = exportDatabase(source, { isAlone: true });
    const { tables } = await importDatabase(target, lines, onTable === undefined ? {} : { onTable });
    return { tables, already: false };
  } catch (error) {
    if (!(error instanceof PlaceNotEmptyError)) throw error;
    return expectMovedAlready(source, target, error.message);
  }
}

/** A run may end after its last write and before its last word: a place that holds the very same rows is no mistake. */
async function expectMovedAlready(
  source: Database,
  target: Database,
  otherwise: string,
): Promise<Omit<Moved, "whatNow">> {
  const [tables, there] = [await digestDatabase(source), await digestDatabase(target)];
  if (JSON.stringify(tables) !== JSON.stringify(there)) throw new MoveRefused(otherwise);
  return { tables, already: true };
}

/** Of both places this version must know every migration, and none may be missing. */
async function refuseOtherVersion(database: Database, name: string): Promise<void> {
  const { pending, isNew } = await findPendingMigrations(database);
  if (isNew) throw new MoveRefused(`${name} holds no Folio.`);
  if (pending.length > 0) {
    throw new MoveRefused(
      `${name} is of an older version: it lacks ${pending.join(", ")}. Start this version on it once, which migrates it, stop it, and run this again.`,
    );
  }
}

/** Tables of somebody else's in the place; rows of Folio's own are found by the copy itself. */
async function refuseForeignTables(target: Database): Promise<void> {
  const { isNew } = await findPendingMigrations(target);
  const { rows } = await target.pool.query<{ names: string | null }>(
    `select string_agg(tablename, ', ' order by tablename) as names from pg_tables where schemaname = 'public'`,
  );
  const names = rows[0]?.names ?? null;
  if (isNew && names !== null) {
    throw new MoveRefused(`The Postgres database is not empty: it has the tables ${names}.`);
  }
}

/** Servers that go on writing would write what is not moved. Those of a run that was killed end by themselves. */
async function refuseOtherServers({ pool }: Database): Promise<void> {
  const deadline = Date.now() + othersTimeoutMs;
  for (;;) {
    const { rows } = await pool.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'folio%'`,
    );
    const others = rows[0]?.others ?? 0;
    if (others === 0) return;
    if (Date.now() > deadline) {
      throw new MoveRefused(
        `A server of Folio is connected to the Postgres database (${others} ${others === 1 ? "connection" : "connections"}). Stop every server first.`,
      );
    }
    await sleep(othersPollMs);
  }
}

function afterMoveToPostgres({ DATA_DIR, SECRET_KEY }: MoveOptions["settings"]): string[] {
  const keyFile = join(resolve(DATA_DIR), "secret-key");
  return [
    "Set DATABASE_URL to the address that you gave, on every server.",
    ...(SECRET_KEY !== undefined
      ? [
          "Keep SECRET_KEY as it is, the same on every server: links to banks and GitHub accounts are sealed with it.",
        ]
      : existsSync(keyFile)
        ? [
            `Set SECRET_KEY to the content of ${keyFile}, the same on every server: links to banks and GitHub accounts are sealed with it, and another key cannot open them.`,
          ]
        : []),
    `${join(resolve(DATA_DIR), "database")} is as it was. Delete it once the site runs on Postgres: a start without DATABASE_URL would go on with it.`,
  ];
}

function afterMoveToEmbedded({ DATA_DIR, SECRET_KEY }: MoveOptions["settings"]): string[] {
  const keyFile = join(resolve(DATA_DIR), "secret-key");
  return [
    `Unset DATABASE_URL; DATA_DIR stays ${resolve(DATA_DIR)}. One server can run on it.`,
    SECRET_KEY !== undefined
      ? "Keep SECRET_KEY as it is: links to banks and GitHub accounts are sealed with it."
      : `Set SECRET_KEY to the one that the servers had${existsSync(keyFile) ? ` (there is a key in ${keyFile}: it must be the same)` : ""}: links to banks and GitHub accounts are sealed with it.`,
    "The Postgres database is as it was.",
  ];
}
