import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { productFile } from "../settings/product-files.ts";
import type { DatabaseLog } from "./database-log.ts";
import type { Database, Transaction } from "./db.ts";

/** A migration could not be applied; the database is as it was. */
export class MigrationError extends Error {
  override name = "MigrationError";
  /** Those it is about. */
  readonly migrations: string[];

  constructor(message: string, migrations: string[], options?: ErrorOptions) {
    super(message, options);
    this.migrations = migrations;
  }
}

const ownFolder = productFile("db/migrations");

/** A migration's file: its name, the SHA-256 of its text, and its statements. */
export type Migration = { name: string; hash: string; statements: string[] };

/** Where the names and hashes of the migrations that have run are kept. */
export const kernelTablesSql = `create schema if not exists folio_kernel;
create table if not exists folio_kernel.migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());`;

const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) });

/** Any number that nothing else in the database takes: "folio" in ASCII. */
const advisoryLock = 0x666f_6c69_6f;

/**
 * Brings the database to the newest schema and returns the names of the migrations applied now.
 *
 * All pending migrations run in one transaction under an advisory lock: servers that start together take turns,
 * and a failure leaves the database as it was. Forward only: a migration that was edited after it ran, or that this
 * version does not know, stops the start. Drizzle's own runner looks at the newest date only and would skip
 * a migration merged late, which is why the names are kept here (table `folio_kernel.migrations`: a schema of its own,
 * and not called like a likely login, since Postgres puts a login's tables into the schema of its name).
 * @param options.only leaves out all others, for a backup that was made before they were there
 */
export async function migrateDatabase(
  database: Database,
  options: { folder?: string | undefined; log?: DatabaseLog; only?: readonly string[] } = {},
): Promise<string[]> {
  const applied = await database.unsafeDb.transaction((tx) => migrateWithin(tx, options));
  if (applied.length > 0) options.log?.info({ applied }, "Database migrated.");
  return applied;
}

/** The same within a transaction, which is given as a handle that runs statements in it. */
export async function migrateWithin(
  tx: Pick<Transaction, "execute">,
  { folder, only }: { folder?: string | undefined; only?: readonly string[] },
): Promise<string[]> {
  const migrations = knownMigrations(folder).filter(({ name }) => only === undefined || only.includes(name));
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock}::bigint)`);
  const pending = withoutApplied(migrations, await readApplied(tx));
  for (const migration of pending) await apply(tx, migration);
  return pending.map(({ name }) => name);
}

/**
 * The migrations that the next `migrateDatabase` would run, and whether any has run already; nothing is changed.
 * @throws MigrationError where the database is not one for this version
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
  const { rows } = await database.unsafeDb.execute<{ name: string; hash: string }>(
    sql`select name, hash from folio_kernel.migrations`,
  );
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  return {
    pending: withoutApplied(migrations, applied).map(({ name }) => name),
    isNew: applied.size === 0,
  };
}

/** The migrations that this version knows, in order. */
export function knownMigrations(folder: string = ownFolder): Migration[] {
  const journal = journalSchema.parse(JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")));
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      // A checkout with other line ends is the same migration.
      const text = readFileSync(join(folder, `${tag}.sql`), "utf8").replaceAll("\r\n", "\n");
      return {
        name: tag,
        hash: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== ""),
      };
    });
}

async function readApplied(tx: Pick<Transaction, "execute">): Promise<Map<string, string>> {
  await tx.execute(sql.raw(kernelTablesSql));
  const { rows } = await tx.execute<{ name: string; hash: string }>(
    sql`select name, hash from folio_kernel.migrations`,
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function withoutApplied(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was written by a newer version of Folio (it has ${unknown.join(", ")}, unknown here). ` +
        "Start that version, or restore an older backup.",
      unknown,
    );
  }
  const edited = [...applied].filter(([name, hash]) => known.get(name) !== hash).map(([name]) => name);
  if (edited.length > 0) {
    throw new MigrationError(
      `Migration ${edited.join(", ")} was changed after the database had run it. Put it back and add a new migration instead.`,
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
        `Migration ${migration.name} failed in statement ${index + 1} (${reasonOf(error)}). The database is as it was before.`,
        [migration.name],
        { cause: error },
      );
    }
  }
  await tx.execute(
    sql`insert into folio_kernel.migrations (name, hash) values (${migration.name}, ${migration.hash})`,
  );
}

/** Drizzle's error repeats the whole query; Postgres' own words are in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
