import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkBackup } from "#server/backup/backup.ts";
import { readLastBackup, writeBackupFile } from "#server/backup/backup-file.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { findSecretKey, loadSecretKey } from "#server/settings/secret-key.ts";
import { readSettings } from "#server/settings/settings.ts";
import { outcomeOf, startProgram } from "../../tests/support/programs.ts";
import { copyNewDataDir, createPostgresDatabase } from "../../tests/support/test-database.ts";
import { makeBackup } from "./backup-run.ts";
import { repoRoot } from "./repo-paths.ts";
import { restoreBackup } from "./restoration.ts";
import { isFullRun } from "../../tests/support/night.ts";

/** Backups on embedded databases created by these tests. */

const passphrase = "correct horse battery staple";
/** The lowest cost scrypt accepts, because every opening pays it. */
const encryption = { passphrase, logCost: 2 };
let directory: string;
let dataDir: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "folio-backup-"));
  dataDir = join(directory, "data");
  await copyNewDataDir(dataDir);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const settings = (more: Record<string, string> = {}) => readSettings({ DATA_DIR: dataDir, ...more });
const file = () => join(directory, "one.backup");
const restored = () => join(directory, "restored");

async function inDatabase<Result>(
  place: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ dataDir: place, durable: false });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Migrations of a Folio with two tables, between which money moves. */
const folder = () => join(directory, "migrations");

function writeMigrations({ tags = ["0000_money"] }: { tags?: string[] } = {}): void {
  mkdirSync(join(folder(), "meta"), { recursive: true });
  writeFileSync(
    join(folder(), "0000_money.sql"),
    "create table debit (n int primary key, amount bigint not null); create table credit (n int primary key, amount bigint not null)",
  );
  const entries = tags.map((tag, idx) => ({ idx, tag }));
  writeFileSync(join(folder(), "meta/_journal.json"), JSON.stringify({ entries }));
}

/** Creates a site with a key and money in both tables. */
async function fill(): Promise<Buffer> {
  writeMigrations();
  await inDatabase(dataDir, async (database) => {
    await migrateDatabase(database, { folder: folder() });
    await database.pool.query(
      "insert into debit select n, 1000 from generate_series(1, 2000) n; insert into credit select * from debit",
    );
  });
  return loadSecretKey(settings());
}

const sums =
  "select (select sum(amount) from debit)::int as debit, (select sum(amount) from credit)::int as credit";

function restore(place: string, words = passphrase, from = file()): Promise<string[]> {
  return restoreBackup({
    settings: readSettings({ DATA_DIR: place }),
    file: from,
    passphrase: () => Promise.resolve(words),
    folder: folder(),
  });
}

/** Runs the command as the owner would. */
function run(script: string, args: string[], environment: Record<string, string>) {
  const child = startProgram([`scripts/${script}.ts`, ...args], { DATA_DIR: dataDir, ...environment });
  return { child, ended: outcomeOf(child) };
}

describe("a backup of a stopped site", { timeout: 120_000 }, () => {
  it("is recorded and private, and without a passphrase warns about the missing key", async () => {
    await fill();
    const lines = await makeBackup({ settings: settings(), to: file(), folder: folder() });
    expect(lines[0]).toContain(file());
    expect(lines[1]).toMatch(/^4,000 rows, .* not encrypted\.$/);
    expect(lines[2]).toContain("links to banks and GitHub accounts can't be restored");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readLastBackup(dataDir)).toMatchObject({ file: file(), encrypted: false });
    const { header } = await checkBackup(file());
    expect(header.holdsKey).toBe(false);
  });

  it("is named after its time in a folder, by default in DATA_DIR", async () => {
    await fill();
    const now = () => new Date("2026-11-21T10:15:00Z");
    mkdirSync(join(directory, "elsewhere"));
    await makeBackup({ settings: settings(), to: join(directory, "elsewhere"), now, folder: folder() });
    await makeBackup({ settings: settings(), now, encryption, folder: folder() });
    for (const place of [join(directory, "elsewhere"), join(dataDir, "backups")]) {
      const ending = place === join(dataDir, "backups") ? ".age" : "";
      expect(readdirSync(place)).toEqual([`folio-2026-11-21T101500Z.sql.gz${ending}`]);
    }
    expect(statSync(join(dataDir, "backups")).mode & 0o777).toBe(0o700);
  });

  it("is refused if there is nothing to back up or another kind of file is in the way", async () => {
    await expect(
      makeBackup({ settings: readSettings({ DATA_DIR: join(directory, "none") }) }),
    ).rejects.toThrow("There's nothing to back up");
    expect(existsSync(join(directory, "none"))).toBe(false);
    writeFileSync(file(), "dear diary");
    await expect(makeBackup({ settings: settings(), to: file(), folder: folder() })).rejects.toThrow(
      "isn't a backup",
    );
    expect(readFileSync(file(), "utf8")).toBe("dear diary");
    expect(await findSecretKey(settings()), "creates no key").toBeNull();
  });

  it("is restored with its key and rows into an empty place only", async () => {
    const key = await fill();
    await makeBackup({ settings: settings(), to: file(), encryption, folder: folder() });
    const lines = await restore(restored());
    expect(lines[0]).toContain("4,000 rows into");
    expect(readdirSync(restored()).toSorted()).toEqual(["postgres-18", "secret-key"]);
    expect(statSync(join(restored(), "secret-key")).mode & 0o777).toBe(0o600);
    expect(await findSecretKey(readSettings({ DATA_DIR: restored() }))).toEqual(key);
    await inDatabase(restored(), async (database) => {
      expect((await database.pool.query(sums)).rows).toEqual([{ debit: 2_000_000, credit: 2_000_000 }]);
      expect(await migrateDatabase(database, { folder: folder() })).toEqual([]);
    });
    await expect(restore(restored())).rejects.toThrow(
      `There's already a database: ${join(restored(), "postgres-18")}`,
    );
  });
});

describe("a DATA_DIR of version 0.1", { timeout: 120_000 }, () => {
  const older = () => join(restored(), "database/PG_VERSION");
  beforeEach(() => {
    mkdirSync(join(restored(), "database"), { recursive: true });
    writeFileSync(older(), "17\n");
  });

  it("stops the start", async () => {
    await expect(openDatabase({ dataDir: restored(), isAlone: true })).rejects.toThrow("npm run restore");
    expect(readdirSync(restored())).toEqual(["database"]);
  });

  // By day, src/server/backup/first-format.test.ts restores that backup into a database that is there.
  it.runIf(isFullRun)("accepts that version's backup without touching the old data", async () => {
    const lines = await restoreBackup({
      settings: readSettings({ DATA_DIR: restored() }),
      file: join(repoRoot, "src/server/backup/fixtures/first-format-encrypted.backup"),
      passphrase: () => Promise.resolve("Zürich im Frühling"),
    });
    expect(lines[0]).toContain("and verified");
    expect(readdirSync(restored()).toSorted()).toEqual(["database", "postgres-18", "secret-key"]);
    expect(readFileSync(older(), "utf8")).toBe("17\n");
    await inDatabase(restored(), async (database) => {
      await migrateDatabase(database);
      const { rows } = await database.pool.query("select count(*)::int > 0 as are from users");
      expect(rows).toEqual([{ are: true }]);
    });
  });
});

describe("a failed restore changes nothing", { timeout: 120_000 }, () => {
  const otherKey = "ab".repeat(32);

  it("for a wrong passphrase, another key, a damaged or a newer backup", async () => {
    await fill();
    await makeBackup({ settings: settings(), to: file(), encryption, folder: folder() });
    await expect(restore(restored(), "another passphrase")).rejects.toThrow("Wrong passphrase");
    const whole = readFileSync(file());
    writeFileSync(file(), whole.subarray(0, -5));
    await expect(restore(restored())).rejects.toThrow("incomplete");
    const altered = Buffer.from(whole);
    const middle = whole.length - 3_000;
    altered[middle] = (altered[middle] ?? 0) ^ 1;
    writeFileSync(file(), altered);
    await expect(restore(restored())).rejects.toThrow("is damaged");
    writeFileSync(file(), whole);
    writeMigrations({ tags: [] });
    await expect(restore(restored())).rejects.toThrow("made by a newer version of Folio");
    writeMigrations();
    expect(existsSync(restored())).toBe(false);

    mkdirSync(restored());
    writeFileSync(join(restored(), "secret-key"), `${otherKey}\n`, { mode: 0o600 });
    await expect(restore(restored())).rejects.toThrow("a different key than the backup");
    expect(readFileSync(join(restored(), "secret-key"), "utf8")).toBe(`${otherKey}\n`);
    expect(readdirSync(restored())).toEqual(["secret-key"]);
  });

  it.runIf(isFullRun)("when interrupted, so that the same command can run again", async () => {
    await fill();
    await makeBackup({ settings: settings(), to: file(), folder: folder() });
    // Leftovers of a killed run.
    mkdirSync(join(restored(), "restoring", "postgres-18.new-abc123"), { recursive: true });
    writeFileSync(join(restored(), "restoring", "postgres-18.new-abc123", "PG_VERSION"), "half a database");
    const lines = await restore(restored());
    expect(lines.join("\n")).toContain("There is no secret key here or in the backup");
    expect(existsSync(join(restored(), "restoring"))).toBe(false);
  });
});

/** Writes to one of the site's own tables, because the command knows no other migrations. */
const add =
  "update upstream_copies set value = value::bigint + $3::int where source = $1 and key = $2::int::text";
const sumsOfCopies = `select (sum(value::bigint) filter (where source = 'debit'))::int as debit,
  (sum(value::bigint) filter (where source = 'credit'))::int as credit from upstream_copies`;

describe.runIf(isFullRun)("a backup while the server runs", { timeout: 120_000 }, () => {
  it("is a consistent snapshot while money moves fifty times a second, and a killed command leaves the old file", async () => {
    await inDatabase(dataDir, async (database) => {
      await migrateDatabase(database);
      await database.pool.query(
        `insert into upstream_copies (source, key, value, as_of)
         select source, n, 1000, now() from generate_series(1, 2000) n, unnest('{debit,credit}'::text[]) source`,
      );
      const writing = new AbortController();
      let moved = 0;
      const writer = (async () => {
        while (!writing.signal.aborted) {
          const connection = await database.pool.connect();
          const n = 1 + (moved % 2_000);
          await connection.query("begin");
          await connection.query(add, ["debit", n, -7]);
          await connection.query(add, ["credit", n, 7]);
          await connection.query("commit");
          connection.release();
          moved += 1;
          await sleep(20);
        }
      })();
      try {
        await vi.waitUntil(() => moved >= 5);
        const environment = { FOLIO_BACKUP_PASSPHRASE: passphrase };
        const { ended } = run("backup", ["--to", file()], environment);
        const { code, output } = await ended;
        expect(output).toContain(`Backed up the database in ${dataDir} and verified the file`);
        expect(code).toBe(0);
        const old = readFileSync(file());

        const killed = run("backup", ["--to", file()], environment);
        while (
          !readdirSync(directory).some((name) => name.endsWith(".backup-part")) &&
          killed.child.exitCode === null
        ) {
          await sleep(1);
        }
        killed.child.kill("SIGKILL");
        await killed.ended;
        expect(readFileSync(file()).equals(old), "the old backup").toBe(true);
      } finally {
        writing.abort();
        await writer;
      }
      expect(moved).toBeGreaterThan(20);
    });
    const { output } = await run("restore", [file()], {
      FOLIO_BACKUP_PASSPHRASE: passphrase,
      DATA_DIR: restored(),
    }).ended;
    expect(output).toContain("and verified");
    await inDatabase(restored(), async (database) => {
      const [row] = (await database.pool.query<{ debit: number; credit: number }>(sumsOfCopies)).rows;
      expect((row?.debit ?? 0) + (row?.credit ?? 0)).toBe(4_000_000);
      expect(row?.debit, "taken after some writes and before others").toBeLessThan(2_000_000);
    });
  });
});

describe("Postgres", { timeout: 120_000 }, () => {
  it("accepts a backup of the embedded database, and makes one that restores there", async () => {
    const key = (await fill()).toString("hex");
    await makeBackup({ settings: settings(), to: file(), encryption, folder: folder() });
    const own = await createPostgresDatabase();
    const url = own.url;
    const onPostgres = readSettings({ DATA_DIR: restored(), DATABASE_URL: url, SECRET_KEY: key });
    const options = { file: file(), passphrase: () => Promise.resolve(passphrase), folder: folder() };
    const database = await openDatabase({ databaseUrl: url });
    try {
      await database.pool.query("create table somebody_else (n int)");
      await expect(restoreBackup({ ...options, settings: onPostgres })).rejects.toThrow(
        "it has the tables somebody_else",
      );
      await database.pool.query("drop table somebody_else");
      const lines = await restoreBackup({ ...options, settings: onPostgres });
      expect(lines).toContain("SECRET_KEY matches the backup.");
      expect((await database.pool.query(sums)).rows).toEqual([{ debit: 2_000_000, credit: 2_000_000 }]);
      await expect(restoreBackup({ ...options, settings: onPostgres })).rejects.toThrow(
        "it has the tables credit, debit, migrations",
      );
      const other = readSettings({ DATABASE_URL: url, SECRET_KEY: "ab".repeat(32) });
      await expect(restoreBackup({ ...options, settings: other })).rejects.toThrow(
        "SECRET_KEY is a different key than the backup",
      );

      // An encrypted file doesn't say whose it is; the second time, the record of the first one does.
      const back = join(directory, "back.backup");
      for (const _again of [1, 2]) {
        const said = await makeBackup({ settings: onPostgres, to: back, encryption, folder: folder() });
        expect(said[0]).toContain("Backed up Postgres");
      }
      const elsewhere = readSettings({
        DATA_DIR: join(directory, "other"),
        DATABASE_URL: url,
        SECRET_KEY: key,
      });
      await expect(makeBackup({ settings: elsewhere, to: back, folder: folder() })).rejects.toThrow(
        "isn't a backup",
      );
      // What takes long is the embedded database, into which the tests above restore by day.
      if (!isFullRun) return;
      await restore(join(directory, "embedded"), passphrase, back);
      await inDatabase(join(directory, "embedded"), async (embedded) => {
        expect((await embedded.pool.query(sums)).rows).toEqual([{ debit: 2_000_000, credit: 2_000_000 }]);
      });
    } finally {
      await database.close();
      await own.drop();
    }
  });
});

describe("the file of a backup", () => {
  async function* failing(error: Error): AsyncGenerator<Buffer> {
    yield Buffer.from("folio-backup 1\n");
    throw error;
  }
  async function* text(): AsyncGenerator<Buffer> {
    yield Buffer.from("folio-backup 1\n");
  }

  it("stays intact when the disk is full or the new file fails verification", async () => {
    writeFileSync(file(), "the old one");
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    await expect(writeBackupFile(file(), failing(full), async () => {})).rejects.toThrow(
      `Can't write the backup to ${directory}: the disk is full (ENOSPC).`,
    );
    await expect(
      writeBackupFile(file(), text(), () => Promise.reject(new Error("unreadable"))),
    ).rejects.toThrow("unreadable");
    expect(readFileSync(file(), "utf8")).toBe("the old one");
    expect(readdirSync(directory).toSorted()).toEqual(["data", "one.backup"]);
  });

  it("leaves files of a running backup alone and removes those of a dead one", async () => {
    const parts = [".a.backup.1.backup-part", ".b.backup.2.backup-part"].map((name) => join(directory, name));
    for (const part of parts) writeFileSync(part, "");
    const longAgo = new Date(Date.now() - 7_200_000);
    utimesSync(parts[0] ?? "", longAgo, longAgo);
    await writeBackupFile(file(), text(), async () => {});
    expect(parts.map((part) => existsSync(part))).toEqual([false, true]);
  });
});
