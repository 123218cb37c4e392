import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { productFile } from "../settings/product-files.ts";
import type { DatabaseLog } from "./database-log.ts";
import type { Database, Transaction } from "./db.ts";

/** A migration could not be applied; the database is unchanged. */
export class MigrationError extends Error {
  override name = "MigrationError";
  /** Names of the migrations concerned. */
  readonly migrations: string[];

  constructor(message: string, migrations: string[], options?: ErrorOptions) {
    super(message, options);
    this.migrations = migrations;
  }
}

const ownFolder = productFile("db/migrations");

/** Source of the migrations. */
export type MigrationSource = {
  /** Folder of the migrations; by default this version's own. */
  folder?: string | undefined;
};

/** A migration's file: its name, the SHA-256 of its text, and its statements. */
export type Migration = { name: string; hash: string; statements: string[] };

/** Creates the table with the names and hashes of applied migrations. */
export const kernelTablesSql = `create schema if not exists folio_kernel;
create table if not exists folio_kernel.migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());`;

const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) });

/** Arbitrary lock number, unique in this database: "folio" in ASCII. */
const advisoryLock = 0x666f_6c69_6f;

/**
 * Brings the database to the newest schema and returns the names of the migrations applied now.
 *
 * All pending migrations run in one transaction under an advisory lock: servers that start together take turns, and a failure
 * leaves the database unchanged. There are no down migrations. A migration that was edited after it ran, or that this version
 * doesn't know, stops the start. Drizzle's own runner compares only the newest date and would skip a migration merged late, so
 * the names are recorded here instead, in `folio_kernel.migrations`. The schema's name is unlikely to be a login's, because
 * Postgres would put that login's tables into it.
 * @param options.only limits the run to these migrations, for a backup made before the others existed
 */
export async function migrateDatabase(
  database: Database,
  options: MigrationSource & { log?: DatabaseLog; only?: readonly string[] } = {},
): Promise<string[]> {
  const applied = await database.unsafeDb.transaction((tx) => migrateWithin(tx, options));
  if (applied.length > 0) options.log?.info({ applied }, "Database migrated.");
  return applied;
}

/** Migrates within a transaction, given as a handle that runs statements in it. */
export async function migrateWithin(
  tx: Pick<Transaction, "execute">,
  { folder, only }: MigrationSource & { only?: readonly string[] },
): Promise<string[]> {
  const migrations = knownMigrations(folder).filter(({ name }) => only === undefined || only.includes(name));
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock}::bigint)`);
  await tx.execute(sql.raw(kernelTablesSql));
  const pending = withoutApplied(migrations, await readApplied(tx));
  for (const migration of pending) await apply(tx, migration);
  return pending.map(({ name }) => name);
}

/**
 * Returns the migrations that `migrateDatabase` would run next, and whether the database is new. Changes nothing.
 * @throws MigrationError if the database doesn't match this version
 */
export async function findPendingMigrations(
  database: Database,
  folder: string = ownFolder,
): Promise<{ pending: string[]; isNew: boolean }> {
  const migrations = knownMigrations(folder);
  const { rows: found } = await database.unsafeDb.execute<{ found: boolean }>(
    sql`select to_regclass('folio_kernel.migrations') is not null as found`,
  );
  if (!found.some((row) => row.found)) return { pending: migrations.map(({ name }) => name), isNew: true };
  const applied = await readApplied(database.unsafeDb);
  return {
    pending: withoutApplied(migrations, applied).map(({ name }) => name),
    isNew: applied.size === 0,
  };
}

/** Returns the migrations that this version knows, in order. */
export function knownMigrations(folder: string = ownFolder): Migration[] {
  const journal = journalSchema.parse(JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")));
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      // Normalized so that a checkout with other line endings has the same hash.
      const text = readFileSync(join(folder, `${tag}.sql`), "utf8").replaceAll("\r\n", "\n");
      return {
        name: tag,
        hash: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== ""),
      };
    });
}

async function readApplied(tx: Pick<Transaction, "execute">): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ name: string; hash: string }>(
    sql`select name, hash from folio_kernel.migrations order by name`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function withoutApplied(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was written by a newer version of Folio (it has the unknown migrations ${unknown.join(", ")}). ` +
        "Start that version, or restore an older backup.",
      unknown,
    );
  }
  const edited = [...applied].filter(([name, hash]) => known.get(name) !== hash).map(([name]) => name);
  if (edited.length > 0) {
    throw new MigrationError(
      `Migration ${edited.join(", ")} was edited after it ran on this database. Restore the file and add a new migration instead.`,
      edited,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(tx: Pick<Transaction, "execute">, migration: Migration): Promise<void> {
  for (const [index, statement] of migration.statements.entries()) {
    try {
      await tx.execute(sql.raw(statement));
    } catch (error) {
      throw new MigrationError(
        `Migration ${migration.name} failed in statement ${index + 1} (${reasonOf(error)}). The database is unchanged.`,
        [migration.name],
        { cause: error },
      );
    }
  }
  await tx.execute(
    sql`insert into folio_kernel.migrations (name, hash) values (${migration.name}, ${migration.hash})`,
  );
}

/** Returns Postgres' own message, which Drizzle keeps in the cause; its own message repeats the whole query. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
