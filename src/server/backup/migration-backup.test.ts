import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPostgresDatabase, openEmptyDatabase } from "../../../tests/support/test-database.ts";
import { restoreBackup } from "../../../scripts/support/restoration.ts";
import { openDatabase, type Database } from "../database/db.ts";
import { backUpAndMigrate } from "./migration-backup.ts";

const secretKey = Buffer.alloc(32, 7);
let directory: string;
let database: Database;
let said: string[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "folio-migration-backup-"));
  said = [];
  database = await openEmptyDatabase();
});
afterEach(async () => {
  await database?.close();
  rmSync(directory, { recursive: true, force: true });
});

const dataDir = () => join(directory, "data");
const folder = () => join(directory, "migrations");
const log = {
  info: (_: object, message: string) => void said.push(message),
  warn: (_: object, message: string) => void said.push(message),
  error: () => {},
};

/** Writes a version's migrations, each of one statement. */
function writeMigrations(...statements: string[]): void {
  mkdirSync(join(folder(), "meta"), { recursive: true });
  const entries = statements.map((statement, idx) => {
    const tag = `000${idx}_step`;
    writeFileSync(join(folder(), `${tag}.sql`), statement);
    return { idx, tag };
  });
  writeFileSync(join(folder(), "meta/_journal.json"), JSON.stringify({ entries }));
}

function start(on = database, setting: "on" | "off" = "on"): Promise<void> {
  return backUpAndMigrate(on, {
    settings: { DATA_DIR: dataDir(), BACKUP_BEFORE_MIGRATION: setting },
    secretKey,
    log,
    folder: folder(),
  });
}

function backups(): string[] {
  try {
    return readdirSync(join(dataDir(), "backups")).toSorted();
  } catch {
    return [];
  }
}

const first = "create table notes (n int primary key, body text not null)";
const second = "alter table notes add column length int generated always as (char_length(body)) stored";

async function startAndFill(): Promise<void> {
  writeMigrations(first);
  await start();
  await database.pool.query("insert into notes values (1, 'one'), (2, 'two')");
}

/** One test creates an embedded database, on a machine that runs other tests too. */
describe("a start with pending migrations", { timeout: 120_000 }, () => {
  it("makes no backup of a new database or when nothing is pending", async () => {
    await startAndFill();
    await start();
    expect(backups()).toEqual([]);
    expect(said).toEqual(["Database migrated."]);
  });

  it("first backs up the unchanged database to a file that only its owner can read", async () => {
    await startAndFill();
    writeMigrations(first, second);
    await start();
    const [name = "", ...others] = backups();
    expect(others).toEqual([]);
    expect(name).toMatch(/^before-migration-\d{4}-\d\d-\d\dT\d{6}Z\.(?:sql\.gz|backup)$/);
    expect(statSync(join(dataDir(), "backups")).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir(), "backups", name)).mode & 0o777).toBe(0o600);
    expect(said.slice(1)).toEqual(["Backed up the database before migrating it.", "Database migrated."]);
    const { rows } = await database.pool.query("select n, length from notes order by n");
    expect(rows).toEqual([
      { n: 1, length: 3 },
      { n: 2, length: 3 },
    ]);
  });

  it("can be undone: the backup restores the old schema, which the next start migrates again", async () => {
    await startAndFill();
    writeMigrations(first, second);
    await start();
    await database.pool.query("delete from notes");
    const [name = ""] = backups();
    const restored = join(directory, "restored");
    const file = join(dataDir(), "backups", name);
    const own = await createPostgresDatabase();
    const lines = await restoreBackup({
      settings: { DATA_DIR: restored, SECRET_KEY: secretKey.toString("hex"), DATABASE_URL: own?.url },
      file,
      passphrase: () => Promise.reject(new Error("it is not encrypted")),
      folder: folder(),
    });
    expect(lines[0]).toContain("1 tables with 2 rows");
    expect(lines).toContain("SECRET_KEY matches the backup.");
    const again = await openDatabase({ dataDir: restored, durable: false, databaseUrl: own?.url });
    try {
      const columns = await again.pool.query("select * from notes order by n");
      expect(columns.rows).toEqual([
        { n: 1, body: "one" },
        { n: 2, body: "two" },
      ]);
      await start(again, "off");
      const { rows } = await again.pool.query("select n, length from notes order by n");
      expect(rows).toHaveLength(2);
    } finally {
      await again.close();
      await own?.drop();
    }
  });

  it("keeps the last three of these backups and all other files", async () => {
    await startAndFill();
    const place = join(dataDir(), "backups");
    mkdirSync(place, { recursive: true });
    const old = ["2025-01-01T000000Z.backup", "2025-02-01T000000Z.backup", "2025-03-01T000000Z.sql.gz"].map(
      (rest) => `before-migration-${rest}`,
    );
    for (const name of [...old, "folio-2025-01-01T000000Z.sql.gz", "notes.txt"])
      writeFileSync(join(place, name), "");
    writeMigrations(first, second);
    await start();
    const [oldest = "", ...kept] = old;
    expect(backups()).toHaveLength(5);
    expect(backups()).toEqual(
      expect.arrayContaining([...kept, "folio-2025-01-01T000000Z.sql.gz", "notes.txt"]),
    );
    expect(backups()).not.toContain(oldest);
  });

  it("logs that BACKUP_BEFORE_MIGRATION is off and migrates without a backup", async () => {
    await startAndFill();
    writeMigrations(first, second);
    await start(database, "off");
    expect(backups()).toEqual([]);
    expect(said[1]).toContain("without a backup, because BACKUP_BEFORE_MIGRATION is off");
    expect(said[2]).toBe("Database migrated.");
  });

  it("stops before migrating if the backup can't be written", async () => {
    await startAndFill();
    writeMigrations(first, second);
    mkdirSync(dataDir(), { recursive: true });
    writeFileSync(join(dataDir(), "backups"), "in the way");
    await expect(start()).rejects.toThrow("The backup before the migration failed, so nothing was migrated.");
    const { rows } = await database.pool.query("select * from notes");
    expect(rows[0]).toEqual({ n: 1, body: "one" });
    rmSync(join(dataDir(), "backups"));
    await start();
    expect(backups()).toHaveLength(1);
  });

  it("is refused without a backup if the database is of a newer version", async () => {
    await startAndFill();
    writeMigrations(first, second);
    await start();
    rmSync(folder(), { recursive: true });
    writeMigrations(first);
    await expect(start()).rejects.toThrow("written by a newer version of Folio");
    expect(backups()).toHaveLength(1);
  });
});

it("makes a single backup when servers start together", async () => {
  const own = await createPostgresDatabase();
  const servers = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: own.url })));
  try {
    writeMigrations(first);
    await start(servers[0]);
    writeMigrations(first, second);
    await Promise.all(servers.map((server) => start(server)));
    expect(backups()).toHaveLength(1);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await own.drop();
  }
});
