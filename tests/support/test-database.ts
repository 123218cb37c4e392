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
import { openDatabase, openMemoryDatabase } from "#server/database/db.ts";
import type { Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";

const root = resolve(import.meta.dirname, "../..");
const migrationsFolder = join(root, "db/migrations");

let shared: Promise<Database> | undefined;
let users = 0;

/**
 * A migrated database for the tests of this file, emptied before each test (or once, for many tests that mind no rows): on the
 * run's Postgres, or embedded in memory with FOLIO_TEST_DATABASE=embedded. Call it at the top of the file or of a `describe`;
 * ask the returned function inside tests. The skip of a run without its Postgres is the tests' own, so the report shows it.
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
    if (database && (emptyBefore === "each" || !isEmptied))
      await database.unsafeDb.execute(sql`select seeds.renew()`);
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

type OwnDatabase = { url: string; drop(): Promise<void> };

/** An empty database of its own on the run's Postgres; undefined when the run is on the embedded one. */
export async function createPostgresDatabase(): Promise<OwnDatabase | undefined> {
  const serverUrl = postgresServer();
  return serverUrl === undefined ? undefined : createDatabase(serverUrl, "template0 encoding 'UTF8'");
}

/** The superuser's address of the run's Postgres. */
function postgresServer(): string | undefined {
  if (process.env["FOLIO_TEST_DATABASE"] !== "postgres" || missingPostgres() !== undefined) return undefined;
  const url = process.env["FOLIO_TEST_DATABASE_URL"];
  if (url) return url;
  throw new Error("Database tests need tests/support/postgres-global-setup.ts as globalSetup.");
}

async function createDatabase(serverUrl: string, template: string): Promise<OwnDatabase> {
  const name = `folio_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, (client) =>
    // Copied through the log, a database costs no checkpoint of the whole server.
    client.query(`create database ${name} template ${template} strategy wal_log`),
  );
  return {
    url: addressOf(serverUrl, name),
    async drop() {
      await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function openTestDatabase(): Promise<Database> {
  const database = await openMigratedDatabase();
  await keepSeeds(database);
  return database;
}

/**
 * Copies what migrations have put into tables (built-in categories) to a schema of its own, beside the function that makes the
 * tables of `public` again as migrations left them: rows gone, seeds back, ids as in a new database. It deletes from the tables
 * that have ever had a row; truncating all of them costs a file each.
 */
async function keepSeeds({ unsafeDb }: Database): Promise<void> {
  await unsafeDb.execute(sql`
    do $$
    declare t record; is_seeded boolean;
    begin
      create schema seeds;
      for t in select tablename as name from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', t.name) into is_seeded;
        if is_seeded then execute format('create table seeds.%1$I as table public.%1$I', t.name); end if;
      end loop;
    end $$`);
  await unsafeDb.execute(sql`
    create function seeds.renew() returns void language plpgsql as $$
    declare t record;
    begin
      -- No foreign key is checked, so the order does not matter.
      set local session_replication_role = replica;
      for t in select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 loop
        execute format('delete from public.%I', t.name);
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
      for t in select tablename as name from pg_tables where schemaname = 'seeds' loop
        execute format('insert into public.%1$I overriding system value select * from seeds.%1$I', t.name);
      end loop;
      for t in select s.tablename as name, c.column_name as id from pg_tables s
        join information_schema.columns c on c.table_schema = 'public' and c.table_name = s.tablename
        where s.schemaname = 'seeds' and c.is_identity = 'YES' loop
        execute format('select setval(%L, (select max(%I) from seeds.%I))',
          pg_get_serial_sequence(format('public.%I', t.name), t.id), t.id, t.name);
      end loop;
      set local session_replication_role = origin;
    end $$`);
}

/** A database of the run's engine with nothing in it, not even migrations; whoever asks closes it. */
export async function openEmptyDatabase(options: { connectionTimeoutMs?: number } = {}): Promise<Database> {
  const own = await createPostgresDatabase();
  return own ? openOwn(own, options) : openMemoryDatabase(await emptySnapshot(), options);
}

async function openOwn(own: OwnDatabase, options: { connectionTimeoutMs?: number } = {}): Promise<Database> {
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
  const serverUrl = postgresServer();
  if (serverUrl !== undefined)
    return openOwn(await createDatabase(serverUrl, await migratedTemplate(serverUrl)));
  const database = await openMemoryDatabase(await migratedSnapshot());
  await migrateDatabase(database);
  return database;
}

/** The name of a migrated database on the server, which the first who asks makes, once per set of migrations. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const name = `folio_template_${hashOf(migrationSources())}`;
  await onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('folio_template'))");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return;
    const made = await createDatabase(serverUrl, "template0 encoding 'UTF8'");
    const database = await openDatabase({ databaseUrl: made.url });
    try {
      await migrateDatabase(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${new URL(made.url).pathname.slice(1)} rename to ${name}`);
  });
  return name;
}

async function onServer<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function migrationSources(): string[] {
  const migrations = globSync("{meta/_journal.json,*.sql}", { cwd: migrationsFolder });
  return [
    ...migrations.map((name) => join(migrationsFolder, name)),
    join(root, "src/server/database/migrate.ts"),
  ];
}

/** A migrated embedded database as a file, made once per set of migrations: starting from it takes a fraction. */
function migratedSnapshot(): Promise<Blob> {
  return cachedSnapshot(migrationSources(), async () => {
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

/** Names a file of the embedded engine's: another PGlite makes it anew. */
function keyOf(sources: string[]): string {
  return hashOf([
    ...sources,
    join(root, "src/server/database/pglite.ts"),
    join(root, "node_modules/@electric-sql/pglite/package.json"),
  ]);
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.toSorted()) hash.update(path.slice(root.length)).update(readFileSync(path));
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
