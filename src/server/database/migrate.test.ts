import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPostgresDatabase, openEmptyDatabase } from "../../../tests/support/test-database.ts";
import { openDatabase } from "./db.ts";
import type { Database } from "./db.ts";
import { MigrationError, migrateDatabase } from "./migrate.ts";

let folder: string;
let database: Database | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "folio-migrations-"));
  database = await openEmptyDatabase();
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.close();
  database = undefined;
});

describe("migrations", () => {
  it("run once each and in order; later runs apply only new ones", async () => {
    writeMigrations({ "0000_first": "create table first (id int)" });
    expect(await migrate()).toEqual(["0000_first"]);
    expect(await migrate()).toEqual([]);
    writeMigrations({
      "0000_first": "create table first (id int)",
      "0001_second": "alter table first add extra text",
    });
    expect(await migrate()).toEqual(["0001_second"]);
    await current().unsafeDb.execute(sql`insert into first values (1, 'x')`);
  });

  it("include a migration merged after a later one had run", async () => {
    writeMigrations({ "0000_first": "select 1", "0002_third": "select 3" });
    await migrate();
    writeMigrations({
      "0000_first": "select 1",
      "0001_second": "create table late (id int)",
      "0002_third": "select 3",
    });
    expect(await migrate()).toEqual(["0001_second"]);
  });

  it("name the failed one and leave the database unchanged", async () => {
    writeMigrations({
      "0000_first": "create table first (id int)",
      "0001_broken": "create table second (id int);--> statement-breakpoint\nalter table nowhere add x int",
    });
    await expect(migrate()).rejects.toThrow(
      'Migration 0001_broken failed in statement 2 (relation "nowhere" does not exist). The database is unchanged.',
    );
    const { rows } = await current().unsafeDb.execute(
      sql`select tablename from pg_tables where schemaname in ('public', 'folio_kernel')`,
    );
    expect(rows).toEqual([]);
  });

  it("refuse a newer version's database and a migration edited after it ran", async () => {
    writeMigrations({ "0000_first": "select 1", "0001_second": "select 2" });
    await migrate();
    writeMigrations({ "0000_first": "select 1" });
    await expect(migrate()).rejects.toThrow(
      /newer version of Folio \(it has the unknown migrations 0001_second\)/,
    );
    writeMigrations({ "0000_first": "select 1", "0001_second": "select 22" });
    await expect(migrate()).rejects.toThrow(MigrationError);
    writeMigrations({ "0000_first": "select 1", "0001_second": "select 2" });
    expect(await migrate()).toEqual([]);
  });

  it("of this repository all run on an empty database", async () => {
    expect(await migrateDatabase(current())).toContain("0000_app_role");
  });

  it("are applied once when several servers start together", async () => {
    const own = await createPostgresDatabase();
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: own.url })));
    try {
      const applied = await Promise.all(servers.map((server) => migrateDatabase(server)));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      const { rows } = await servers[0]!.unsafeDb.execute<{ name: string }>(
        sql`select name from folio_kernel.migrations`,
      );
      expect(rows.map(({ name }) => name).toSorted()).toEqual(applied.flat().toSorted());
    } finally {
      await Promise.all(servers.map((server) => server.close()));
      await own.drop();
    }
  });

  it("create tables in public even if the login has a schema of its name", async () => {
    await current().unsafeDb.execute(sql`create schema folio`);
    writeMigrations({ "0000_first": 'create table "first" (id int)' });
    await migrate();
    const { rows } = await current().unsafeDb.execute(
      sql`select schemaname::text from pg_tables where tablename = 'first'`,
    );
    expect(rows).toEqual([{ schemaname: "public" }]);
  });

  it("work for an owner who isn't a superuser, as on hosted Postgres", async () => {
    const own = await createPostgresDatabase();
    const url = new URL(own.url);
    const role = `owner_${url.pathname.slice(-12)}`;
    const database = url.pathname.slice(1);
    const admin = await openDatabase({ databaseUrl: own.url });
    await admin.unsafeDb.execute(sql.raw(`create role ${role} login password 'folio' createrole`));
    await admin.unsafeDb.execute(sql.raw(`alter database ${database} owner to ${role}`));
    await admin.unsafeDb.execute(sql.raw(`alter schema public owner to ${role}`));
    // Another database may already have created app_user as a superuser; only an administrator can grant membership.
    await admin.unsafeDb.execute(
      sql.raw(
        `do $$ begin if exists (select from pg_roles where rolname = 'app_user') then grant app_user to ${role}; end if; end $$`,
      ),
    );
    url.username = role;
    url.password = "folio";
    const server = await openDatabase({ databaseUrl: url.href });
    try {
      await migrateDatabase(server);
      const { rows } = await server.asUser("u", (tx) => tx.execute(sql`select current_user::text as who`));
      expect(rows).toEqual([{ who: "app_user" }]);
    } finally {
      await server.close();
      await admin.close();
      await own.drop();
    }
  });
});

function current(): Database {
  if (!database) throw new Error("no database outside a test");
  return database;
}

function migrate(): Promise<string[]> {
  return migrateDatabase(current(), { folder });
}

function writeMigrations(migrations: Record<string, string>): void {
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = Object.keys(migrations).map((tag, idx) => ({
    idx,
    tag,
    when: idx,
    version: "7",
    breakpoints: true,
  }));
  writeFileSync(
    join(folder, "meta/_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, `${name}.sql`), text);
}
