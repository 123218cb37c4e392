import { createHash, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openDatabase, openMemoryDatabase } from "#server/db.ts";
import type { Database } from "#server/db.ts";
import { migrateDatabase } from "#server/migrate.ts";

const root = resolve(import.meta.dirname, "../..");
const migrationsFolder = join(root, "db/migrations");

let shared: Promise<Database> | undefined;
let users = 0;

/**
 * A migrated database for the tests of this file, emptied before each test (or once, for many tests that mind no rows): embedded in memory, or on a real Postgres
 * with FOLIO_TEST_DATABASE=postgres. Call it at the top of the file or of a `describe`; ask the returned function
 * inside tests. The skip of a run without Postgres is the tests' own, so the report shows it.
 */
export function useTestDatabase({
  emptyBefore = "each",
}: { emptyBefore?: "each" | "all" } = {}): () => Database {
  const missing = missingPostgres();
  let database: Database | undefined;
  let isEmptied = false;
  beforeAll(async () => {
    if (missing !== undefined) return;
    users += 1;
    shared ??= openTestDatabase();
    database = await shared;
  });
  beforeEach(async (context) => {
    if (missing !== undefined) context.skip(missing);
    if (database && (emptyBefore === "each" || !isEmptied)) await emptyTables(database);
    isEmptied = true;
  });
  afterAll(async () => {
    if (missing !== undefined) return;
    users -= 1;
    if (users > 0) return;
    const last = shared;
    shared = undefined;
    await (await last)?.close();
  });
  return () => {
    if (!database) throw new Error("The test database is there inside tests only.");
    return database;
  };
}

/** The sentence to skip with when this run asked for a Postgres that the machine does not have. */
export function missingPostgres(): string | undefined {
  return process.env["FOLIO_TEST_DATABASE"] === "postgres"
    ? process.env["FOLIO_TEST_DATABASE_MISSING"]
    : undefined;
}

/** An empty database of its own on the run's Postgres; undefined when the run is on the embedded one. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const serverUrl = process.env["FOLIO_TEST_DATABASE_URL"];
  if (process.env["FOLIO_TEST_DATABASE"] !== "postgres" || missingPostgres() !== undefined) return undefined;
  if (!serverUrl)
    throw new Error(
      "FOLIO_TEST_DATABASE=postgres needs tests/support/postgres-global-setup.ts as globalSetup.",
    );
  const name = `folio_test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runOnServer(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    url: url.href,
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function openTestDatabase(): Promise<Database> {
  const database = await openMigratedDatabase();
  await keepSeeds(database);
  return database;
}

/** Copies what migrations have put into tables (built-in categories) to a schema of its own, for `emptyTables`. */
async function keepSeeds(database: Database): Promise<void> {
  await database.unsafeDb.execute(sql`create schema seeds`);
  const { rows } = await database.unsafeDb.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) {
    const from = sql`public.${sql.identifier(name)}`;
    const { rows: seeds } = await database.unsafeDb.execute(sql`select 1 from ${from} limit 1`);
    if (seeds.length > 0)
      await database.unsafeDb.execute(sql`create table seeds.${sql.identifier(name)} as table ${from}`);
  }
}

/**
 * A database of the run's engine with nothing in it, not even migrations; whoever asks closes it.
 * `snapshot` is what the embedded one starts from instead.
 */
export async function openEmptyDatabase(
  options: { connectionTimeoutMs?: number; snapshot?: () => Promise<Blob> } = {},
): Promise<Database> {
  const own = await createPostgresDatabase();
  if (!own) return openMemoryDatabase(await (options.snapshot ?? emptySnapshot)(), options);
  const database = await openDatabase({ ...options, databaseUrl: own.url });
  return {
    ...database,
    async close() {
      await database.close();
      await own.drop();
    },
  };
}

/** A database of the run's engine as migrations leave it, for one test or file alone; whoever asks closes it. */
export async function openMigratedDatabase(): Promise<Database> {
  const database = await openEmptyDatabase({ snapshot: migratedSnapshot });
  await migrateDatabase(database);
  return database;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated embedded database as a file, made once per set of migrations: starting from it takes a fraction. */
function migratedSnapshot(): Promise<Blob> {
  const migrations = globSync("{meta/_journal.json,*.sql}", { cwd: migrationsFolder });
  const sources = [
    ...migrations.map((name) => join(migrationsFolder, name)),
    join(root, "src/server/migrate.ts"),
  ];
  return cachedSnapshot(sources, async () => {
    const database = await openMemoryDatabase(await emptySnapshot());
    try {
      await migrateDatabase(database);
      return await database.takeSnapshot();
    } finally {
      await database.close();
    }
  });
}

function emptySnapshot(): Promise<Blob> {
  return cachedSnapshot([], async () => {
    const database = await openMemoryDatabase();
    try {
      return await database.takeSnapshot();
    } finally {
      await database.close();
    }
  });
}

/** The file for these sources and this PGlite from `.cache`, made when it is not there. */
async function cachedSnapshot(sources: string[], make: () => Promise<Blob>): Promise<Blob> {
  const path = join(root, ".cache/test-database", `${keyOf(sources)}.tar`);
  if (!existsSync(path)) {
    const snapshot = await make();
    mkdirSync(dirname(path), { recursive: true });
    // Workers may do this at the same time: each writes its own file, the last rename wins with the same content.
    const own = `${path}.${process.pid}`;
    writeFileSync(own, Buffer.from(await snapshot.arrayBuffer()));
    renameSync(own, path);
  }
  // Not `openAsBlob`: it refuses to read on when another worker's rename comes in between.
  return new Blob([readFileSync(path)]);
}

function keyOf(sources: string[]): string {
  const engine = [
    join(root, "src/server/pglite.ts"),
    join(root, "node_modules/@electric-sql/pglite/package.json"),
  ];
  const hash = createHash("sha256");
  for (const path of [...sources, ...engine].toSorted())
    hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest("hex").slice(0, 32);
}

/** Makes `dataDir` as a first start on the embedded database leaves it, by copying one that was made before. */
export async function copyNewDataDir(dataDir: string): Promise<void> {
  const made = join(root, ".cache/test-database", `${keyOf([])}.data`);
  if (!existsSync(made)) {
    const own = `${made}.${process.pid}`;
    const database = await openDatabase({ dataDir: own, durable: false });
    await database.close();
    try {
      renameSync(own, made);
    } catch {
      // Another worker was first, and its copy is as good.
      rmSync(own, { recursive: true, force: true });
    }
  }
  cpSync(made, dataDir, { recursive: true });
}

/**
 * Empties every table of `public` but for what migrations have put there, ids as in a new database; the list of
 * applied migrations lives in a schema of its own.
 */
async function emptyTables(database: Database): Promise<void> {
  const { rows } = await database.unsafeDb.execute<{ tables: string | null; seeds: string | null }>(sql`
    select string_agg(format('%I.%I', t.schemaname, t.tablename), ', ') filter (where t.schemaname = 'public') as tables,
      string_agg(
        format('insert into public.%1$I overriding system value select * from seeds.%1$I', t.tablename)
          || coalesce((
            select format('; select setval(%L, (select max(%I) from seeds.%I))',
              pg_get_serial_sequence(format('public.%I', t.tablename), c.column_name), c.column_name, t.tablename)
            from information_schema.columns c
            where c.table_schema = 'public' and c.table_name = t.tablename and c.is_identity = 'YES'), ''),
        '; ') filter (where t.schemaname = 'seeds') as seeds
    from pg_tables t where t.schemaname in ('public', 'seeds')`);
  const { tables, seeds } = rows[0] ?? {};
  if (!tables) return;
  const statements = [`truncate table ${tables} restart identity cascade`, ...(seeds ? [seeds] : [])];
  await database.unsafeDb.execute(sql.raw(statements.join("; ")));
}
