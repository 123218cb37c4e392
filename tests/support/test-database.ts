import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import type { Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";

const root = resolve(import.meta.dirname, "../..");
const migrationsFolder = join(root, "db/migrations");

/** The files of a worker share it; the run's end removes it. */
let shared: Promise<Database> | undefined;

/**
 * Provides a migrated database on the run's Postgres for the tests of this file, emptied before each test (or once, for many
 * tests that don't depend on rows). Call it at the top of the file or of a `describe`; call the returned function inside tests.
 */
export function useTestDatabase({
  emptyBefore = "each",
}: { emptyBefore?: "each" | "all" } = {}): () => Database {
  let database: Database | undefined;
  let isEmptied = false;
  beforeAll(async () => {
    shared ??= openTestDatabase();
    database = await shared;
  });
  beforeEach(async () => {
    if (database && (emptyBefore === "each" || !isEmptied))
      await database.unsafeDb.execute(sql`select seeds.renew()`);
    isEmptied = true;
  });
  afterAll(() => database?.unsafeDb.execute(sql`drop schema if exists kept cascade`));
  return () => {
    if (!database) throw new Error("The test database exists only inside tests.");
    return database;
  };
}

type OwnDatabase = { url: string; drop(): Promise<void> };

/** Creates a separate empty database on the run's Postgres. */
export function createPostgresDatabase(): Promise<OwnDatabase> {
  return createDatabase(postgresServer(), "template0 encoding 'UTF8'");
}

/** Returns the superuser's address of the run's Postgres. */
function postgresServer(): string {
  const url = process.env["FOLIO_TEST_DATABASE_URL"];
  if (url) return url;
  throw new Error("Database tests need tests/support/postgres-global-setup.ts as globalSetup.");
}

async function createDatabase(serverUrl: string, template: string): Promise<OwnDatabase> {
  // By these names the run's end finds what is left (postgres-global-setup.ts).
  const name = `folio_test_${process.env["FOLIO_TEST_RUN"]}_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, (client) =>
    // Copied through the write-ahead log, a database needs no checkpoint of the whole server.
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
  // The built-in categories, which a migration inserts.
  await keepRows(database, "seeds");
  return database;
}

/**
 * Copies all rows to a schema of its own, with the function `renew` there, which brings the tables of `public` back to them:
 * other rows deleted, ids as they were. Returns what calls it. It deletes only from tables that have ever had a row; truncating
 * all would cost a file each. No trigger sees it. `useTestDatabase` drops the schema `kept` at the end of a file.
 */
export async function keepRows(
  { unsafeDb }: Database,
  schema: "kept" | "seeds" = "kept",
): Promise<() => Promise<void>> {
  await unsafeDb.execute(
    sql.raw(`
    do $$
    declare t record; is_seeded boolean; id name; restore text := '';
    begin
      drop schema if exists ${schema} cascade;
      create schema ${schema};
      for t in select tablename as name from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', t.name) into is_seeded;
        continue when not is_seeded;
        execute format('create table ${schema}.%1$I as table public.%1$I', t.name);
        restore := restore || (select format(
          'insert into public.%1$I (%2$s) overriding system value select %2$s from ${schema}.%1$I;', t.name,
          string_agg(quote_ident(attname), ', ')) from pg_attribute
          where attrelid = format('public.%I', t.name)::regclass and attnum > 0 and not attisdropped
            and attgenerated = '');
        for id in select attname from pg_attribute
          where attrelid = format('public.%I', t.name)::regclass and attidentity <> '' loop
          restore := restore || format('perform setval(%L, (select max(%I) from ${schema}.%I));',
            pg_get_serial_sequence(format('public.%I', t.name), id), id, t.name);
        end loop;
      end loop;
      execute format($function$
        create function ${schema}.renew() returns void language plpgsql as $body$
        declare t record;
        begin
          -- No foreign key is checked, so the order does not matter.
          set local session_replication_role = replica;
          for t in select relname as name from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 loop
            execute format('delete from public.%%I', t.name);
          end loop;
          perform setval(format('%%I.%%I', schemaname, sequencename), start_value, false)
            from pg_sequences where schemaname = 'public' and last_value is not null;
          %s
          set local session_replication_role = origin;
        end $body$ $function$, restore);
    end $$`),
  );
  return async () => {
    await unsafeDb.execute(sql.raw(`select ${schema}.renew()`));
  };
}

/** Opens an empty database without migrations; the caller closes it. */
export async function openEmptyDatabase(options: { connectionTimeoutMs?: number } = {}): Promise<Database> {
  return openOwn(await createPostgresDatabase(), options);
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

/** Opens a newly migrated database for one test or file; the caller closes it. */
export async function openMigratedDatabase(): Promise<Database> {
  const serverUrl = postgresServer();
  return openOwn(await createDatabase(serverUrl, await migratedTemplate(serverUrl)));
}

/** Returns the name of a migrated database on the server, which the first caller creates, once per set of migrations. */
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

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.toSorted()) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest("hex").slice(0, 32);
}

/** Creates `dataDir` as a first start would, before or after its migrations, by copying one made earlier. */
export async function copyNewDataDir(dataDir: string, { isMigrated = false } = {}): Promise<void> {
  const sources = ["cluster", "program", "postgres"].map((part) =>
    join(root, `src/server/database/embedded/${part}.ts`),
  );
  const made = join(
    root,
    ".cache/test-database",
    `${hashOf([...sources, join(root, "package-lock.json"), ...(isMigrated ? migrationSources() : [])])}.data`,
  );
  if (!existsSync(made)) {
    // Workers may do this at the same time; the first to finish wins, and its copy is as good.
    const own = `${made}.${process.pid}`;
    const database = await openDatabase({ dataDir: own, durable: false });
    if (isMigrated) await migrateDatabase(database);
    await database.close();
    try {
      renameSync(own, made);
    } catch {
      rmSync(own, { recursive: true, force: true });
    }
  }
  cpSync(made, dataDir, { recursive: true });
}
