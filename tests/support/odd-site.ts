import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createBackup } from "#server/backup/backup.ts";
import type { Encryption } from "#server/backup/backup-container.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { createPostgresDatabase } from "./test-database.ts";

export const secretKey = Buffer.from("5e".repeat(32), "hex");
export const passphrase = "Zürich im Frühling";
/** The lowest cost scrypt accepts, because every opening pays it. */
export const encryption: Encryption = { passphrase, logCost: 2 };

let directory: string;
const ending: (() => Promise<void>)[] = [];

/** Migrations of a site with every kind of column that exists or may come to exist, its own rows, and circular foreign keys. */
export const folder = () => join(directory, "migrations");
const oddMigrations = {
  "0000_odd": `
    do $$ begin if not exists (select from pg_roles where rolname = 'app_user') then create role app_user nologin; end if; end $$;
    grant usage on schema public to app_user;
    --> statement-breakpoint
    create table odd (
      id bigint primary key generated always as identity, "a ""quoted"" name" text, big bigint, exact numeric,
      real double precision, at timestamptz, day date, numbers integer[], words text[], tree jsonb, bytes bytea,
      length interval, yes boolean, twice bigint generated always as (big / 2) stored,
      other bigint references odd (id)
    );
    alter table odd enable row level security;
    create policy odd_rows on odd to app_user using (yes);
    grant select on odd to app_user`,
  "0001_circle": `
    create table leases (name text primary key);
    create table a_first (id int primary key, last int);
    create table z_last (id int primary key, first int references a_first (id) on delete cascade);
    --> statement-breakpoint
    alter table a_first add constraint a_first_last foreign key (last) references z_last (id);
    insert into z_last values (1, null), (2, null);
    create unlogged table counted (n int) -- a comment at the end`,
};

function writeMigrations(migrations: Record<string, string>): void {
  mkdirSync(join(folder(), "meta"), { recursive: true });
  const entries = Object.entries(migrations).map(([tag, text], idx) => {
    writeFileSync(join(folder(), `${tag}.sql`), text);
    return { idx, tag };
  });
  writeFileSync(join(folder(), "meta/_journal.json"), JSON.stringify({ entries }));
}

/** Characters that COPY must escape, or that could be mistaken for its end. */
export const oddText = "\u0001\t\r\n\v\f\b\\N \\. \"quoted\" 'ä' \u2028 \u{1f600} \u{10ffff} \ufeff";
const pictureBytes = 3 * 1024 * 1024;

async function fillOdd({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into odd overriding system value values
      (9007199254740993, $1, 9223372036854775807, 'NaN', '-0', 'infinity', '-infinity', '{}', '{}', '{}', '', '1 mon -1 day', true),
      (-1, '', -9223372036854775808, 1e-30, 5e-324, '2026-11-21 19:23:11.123456+05:30', '0044-03-15 BC', '{1,null,-2}',
       array['', null, 'null', '{"a",\\b}'], '[1.10, "\\u00e4", null, 12345678901234567890]', '\\x00ff5c0a', '-00:00:00.000001', false),
      (3, null, null, 12345678901234567890.123456789000, 'Infinity', '0001-01-01 BC', null, null, null, 'null', null, null, null)`,
    [oddText],
  );
  await pool.query("update odd set other = 9007199254740993 where id = -1");
  await pool.query("select setval('odd_id_seq', 9007199254740995, false)");
  await pool.query("insert into odd (big) select n from generate_series(1, 5000) n");
  await pool.query(`insert into odd (bytes) select decode(repeat('0aff5c00', $1::int), 'hex')`, [
    pictureBytes / 4,
  ]);
  await pool.query("insert into a_first values (7, 1); update z_last set first = 7 where id = 1");
  await pool.query(
    "delete from z_last where id = 2; insert into leases values ('somebody'); insert into counted values (1)",
  );
}

/**
 * Provides a Postgres database of a small site with odd tables and rows, for the tests of a file that calls this at its top;
 * cleans up what `openEmpty` and `fileOf` create.
 */
export function useOddSite(): () => Database {
  let from: Database | undefined;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "folio-backups-"));
    writeMigrations(oddMigrations);
    from = (await openEmpty()).database;
    await migrateDatabase(from, { folder: folder() });
    await fillOdd(from);
  });
  afterAll(async () => {
    for (const end of ending.toReversed()) await end();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    if (from === undefined) throw new Error("The odd site exists only inside tests.");
    return from;
  };
}

/** Returns an empty database and its address. */
export async function openEmpty(): Promise<{ database: Database; url: string }> {
  const own = await createPostgresDatabase();
  const url = own.url;
  const database = await openDatabase({ databaseUrl: url });
  ending.push(async () => {
    await database.close();
    await own.drop();
  });
  return { database, url };
}

let files = 0;

/** Writes a backup to a file, by default with the site's own migrations. */
export async function backUp(
  database: Database,
  secret?: Encryption,
  migrations: string | undefined = folder(),
): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const piece of createBackup({ database, secretKey, folder: migrations }, secret))
    bytes.push(piece);
  return fileOf(Buffer.concat(bytes));
}

/** Writes a file with these bytes. */
export function fileOf(bytes: Buffer): string {
  files += 1;
  const path = join(directory, `${files}.backup`);
  writeFileSync(path, bytes);
  return path;
}

/** Returns every row of every table as JSON, which is more exact than text. */
export async function everything({ pool }: Database): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('leases', 'counted') order by 1`,
  );
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `select row_to_json(one)::text as text from ${name} one order by 1`,
    );
    all[name] = rows.map(({ text }) => text);
  }
  return all;
}

/** Returns everything about a schema that a restore must recreate: keys, policies, rights, owners, sequences. */
export async function schemaOf({ pool }: Database): Promise<unknown> {
  const queries = [
    "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
    "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
    "select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies order by 1, 2",
    "select relname, relrowsecurity, pg_get_userbyid(relowner), relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1",
    "select sequencename, last_value from pg_sequences order by 1",
    "select name, hash from folio_kernel.migrations order by 1",
  ];
  const found: unknown[] = [];
  for (const query of queries) found.push((await pool.query(query)).rows);
  return found;
}

/** Returns the names of all tables, Folio's and others. */
export async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname in ('public', 'folio_kernel') order by 1",
  );
  return rows.map(({ name }) => name);
}
