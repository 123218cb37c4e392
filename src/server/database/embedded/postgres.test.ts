import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { byDay, isFullRun } from "../../../../tests/support/night.ts";
import { copyNewDataDir } from "../../../../tests/support/test-database.ts";
import { isDatabaseAway, openDatabase, type Database } from "../db.ts";
import { DataDirInUseError } from "./postgres.ts";
import { EmbeddedPostgresError } from "./program.ts";

const writer = fileURLToPath(
  new URL("../../../../tests/support/breakage/database-writer.ts", import.meta.url),
);
const isRoot = process.getuid?.() === 0;

let directory: string;
let dataDir: string;
const open: Database[] = [];

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "folio-embedded-")));
  dataDir = join(directory, "data");
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  // A failed test may have left one running.
  if (existsSync(pidPath())) process.kill(postmasterPid(), "SIGQUIT");
  rmSync(directory, { recursive: true, force: true });
});

const folder = () => join(dataDir, "postgres-18");
const pidPath = () => join(folder(), "postmaster.pid");
const postmasterPid = () => Number(readFileSync(pidPath(), "utf8").split("\n")[0]);

async function openHere(more: { isAlone?: boolean; durable?: boolean } = {}): Promise<Database> {
  const database = await openDatabase({ dataDir, durable: false, ...more });
  open.push(database);
  return database;
}

async function countRows({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from acknowledged");
  return rows[0]?.n ?? 0;
}

async function isHeldAlone({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted",
  );
  return rowCount === 1;
}

/** Starts another process that inserts row after row and reports each. */
function startWriter() {
  const child = spawn(process.execPath, [writer, dataDir, "100000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part) => (said += String(part)));
  return {
    acknowledged: () => said.split("\n").filter((line) => line.startsWith("ack ")).length,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

describe("the embedded Postgres", { timeout: 120_000 }, () => {
  it("is created in an empty folder, private, with UTF-8 and a fixed sort order, and ends with its last user", async () => {
    const database = await openHere({ durable: true, isAlone: true });
    const { rows } = await database.pool.query(`
      select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as tcp, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
        (select rolsuper from pg_roles where rolname = current_user) as "isSuper"
      from pg_database where datname = current_database()`);
    expect(rows).toEqual([
      {
        major: 18,
        fsync: "on",
        tcp: process.platform === "win32" ? "127.0.0.1" : "",
        locale: "C.UTF-8",
        encoding: "UTF8",
        isSuper: false,
      },
    ]);
    await database.pool.query("create table kept (id int)");
    expect(statSync(folder()).mode & 0o077).toBe(0);
    expect(readdirSync(dataDir)).toEqual(["postgres-18"]);
    await Promise.all([database.close(), database.close()]);
    expect(existsSync(pidPath())).toBe(false);
    await (await openHere()).pool.query("select * from kept");
  });

  it("refuses a second exclusive user and names the first", async () => {
    await copyNewDataDir(dataDir);
    const first = await openHere({ isAlone: true });
    const second = openHere({ isAlone: true });
    await expect(second).rejects.toThrow(DataDirInUseError);
    await expect(second).rejects.toThrow(
      new RegExp(`^The data directory ${dataDir} is in use by process ${process.pid} on .*Only one server`),
    );
    await first.ping();
  });

  it("serves a command alongside a server, and runs until both are done, in either order", async () => {
    await copyNewDataDir(dataDir);
    const command = await openHere();
    const server = await openHere({ isAlone: true });
    await command.close();
    await server.ping();
    const another = await openHere();
    await server.close();
    await another.ping();
    await another.close();
    expect(existsSync(pidPath())).toBe(false);
  });

  it.runIf(isFullRun)(
    "outlives a killed server; the next one takes it over with every acknowledged write",
    async () => {
      await copyNewDataDir(dataDir);
      const first = startWriter();
      await vi.waitUntil(() => first.acknowledged() >= 20, { timeout: 60_000 });
      const pid = postmasterPid();
      await first.kill();
      const next = await openHere({ isAlone: true });
      expect(postmasterPid()).toBe(pid);
      expect(await countRows(next)).toBeGreaterThanOrEqual(first.acknowledged());
    },
  );

  it("restarts when killed: queries in between fail as unreachable, and no acknowledged write is lost", async () => {
    await copyNewDataDir(dataDir);
    const database = await openHere({ isAlone: true, durable: true });
    await database.pool.query("create table acknowledged (n int)");
    let acknowledged = 0;
    const failures: unknown[] = [];
    /** Writes like a client that retries. */
    async function write(): Promise<void> {
      for (const before = acknowledged; acknowledged === before;) {
        try {
          await database.pool.query("insert into acknowledged values (1)");
          acknowledged += 1;
        } catch (error) {
          failures.push(error);
          await sleep(5);
        }
      }
    }
    for (let kill = 0; kill < byDay(1, 10); kill += 1) {
      for (let row = 0; row < 20; row += 1) await write();
      process.kill(postmasterPid(), "SIGKILL");
      // A backend may outlive its postmaster by one statement.
      await vi.waitUntil(
        () =>
          database.ping().then(
            () => false,
            () => true,
          ),
        { interval: 1, timeout: 10_000 },
      );
      await write();
    }
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([]);
    expect(await countRows(database)).toBeGreaterThanOrEqual(acknowledged);
    // Postgres accepts writes a moment before the connection that holds the lock is back.
    await vi.waitUntil(() => isHeldAlone(database), { timeout: 10_000 });
    await expect(openHere({ isAlone: true }), "exclusive again").rejects.toThrow(DataDirInUseError);
  });

  it("isn't considered running because another process has the id in its pid file", async () => {
    await copyNewDataDir(dataDir);
    const note = [process.pid, folder(), 1, 5432, folder(), "", "1 1", "ready"].join("\n");
    writeFileSync(pidPath(), `${note}\n`, { mode: 0o600 });
    if (isRoot) chownSync(pidPath(), statSync(folder()).uid, statSync(folder()).gid);
    await (await openHere()).ping();
    expect(postmasterPid()).not.toBe(process.pid);
  });

  it.runIf(process.platform !== "win32")(
    "puts its socket into a private short folder if the path is long",
    async () => {
      dataDir = join(directory, "l".repeat(90), "data");
      await copyNewDataDir(dataDir);
      const database = await openHere();
      const place = readFileSync(pidPath(), "utf8").split("\n")[4] ?? "";
      expect(place).not.toContain("llll");
      expect(statSync(place).mode & 0o777).toBe(0o700);
      await database.close();
      expect(existsSync(place)).toBe(false);
      mkdirSync(place, { mode: 0o777 });
      chmodSync(place, 0o777);
      await expect(openHere(), "another account may have created it").rejects.toThrow(
        "too long for a socket",
      );
      rmSync(place, { recursive: true });
    },
  );

  it.each([
    ["postgres-17", "17\n", "Postgres 17"],
    ["database", "17\n", "the engine of Folio 0.1"],
    ["postgres-18", "19\n", "Postgres 19"],
  ])(
    "leaves %s of another version untouched and says how to bring its data along",
    async (name, version, writer_) => {
      mkdirSync(join(dataDir, name), { recursive: true });
      writeFileSync(join(dataDir, name, "PG_VERSION"), version);
      await expect(openHere()).rejects.toThrow(EmbeddedPostgresError);
      await expect(openHere()).rejects.toThrow(
        new RegExp(`${name} was written by ${writer_}.*npm run backup.*npm run restore`),
      );
      expect(readdirSync(dataDir)).toEqual([name]);
      expect(readdirSync(join(dataDir, name))).toEqual(["PG_VERSION"]);
    },
  );

  it("closes a data folder that is open to everybody", async () => {
    await copyNewDataDir(dataDir);
    chmodSync(folder(), 0o777);
    await (await openHere()).ping();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it("keeps a person's transaction from switching back to the owner's role", async () => {
    await copyNewDataDir(dataDir, { isMigrated: true });
    const database = await openHere();
    await database.pool.query("insert into upstream_modes values ('plaid', 'live')");
    const client = await database.asUser("someone", async (tx) => {
      await tx.execute("reset role");
      await tx.execute("set session authorization default");
      const { rows } = await tx.execute(
        `select (select count(*)::int from upstream_modes) as seen, pg_has_role('folio', 'member') as "isOwner"`,
      );
      return rows;
    });
    expect(client).toEqual([{ seen: 0, isOwner: false }]);
  });
});

describe.runIf(isRoot && process.platform === "linux")(
  "the embedded Postgres of a server that runs as root",
  () => {
    /** Returns the user id that runs Postgres, according to the kernel. */
    const runner = () => statSync(`/proc/${postmasterPid()}`).uid;

    it.runIf(isFullRun)("works in a user namespace with files owned by root", async () => {
      await (await openHere()).ping();
      expect(statSync(folder()).uid).toBe(0);
      expect(runner()).toBe(0);
    });

    it("works as the account that owns the data", async () => {
      chmodSync(directory, 0o755);
      await copyNewDataDir(dataDir);
      const paths = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
      for (const path of ["", ...paths]) chownSync(join(dataDir, path), 65_534, 65_534);
      await (await openHere()).ping();
      expect(statSync(folder()).uid).toBe(65_534);
      expect(runner()).toBe(65_534);
    });

    it.runIf(isFullRun)(
      "without user namespaces, works as an unprivileged account that can't read the data directory",
      async () => {
        chmodSync(directory, 0o755);
        const tools = join(directory, "tools");
        mkdirSync(tools);
        writeFileSync(join(tools, "id"), '#!/bin/sh\n[ "$2" = nobody ] && echo 65534\n', { mode: 0o755 });
        vi.stubEnv("PATH", tools);
        await (await openHere()).ping();
        expect(runner()).toBe(65_534);
        expect(statSync(dataDir).mode & 0o777).toBe(0o710);
        expect(statSync(dataDir).uid).toBe(0);
      },
    );

    it("says what to do if no account can run it", async () => {
      vi.stubEnv("PATH", "/nowhere");
      await expect(openHere()).rejects.toThrow(
        /refuses to run as root.*account other than root, or set DATABASE_URL/,
      );
    });
  },
);
