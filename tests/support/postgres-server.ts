import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { administrator, clusterUrl, openCluster, type Cluster } from "#server/database/embedded-cluster.ts";
import { startPostmaster, stopPostmaster } from "#server/database/embedded-postmaster.ts";
import { findPostgresBinaries } from "#server/database/embedded-program.ts";

/** A Postgres of the suite's own, made and started as the site's own is: a superuser's address. */
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

/**
 * Waits until its input ends, then ends Postgres and removes its files. The input is a pipe from the process that
 * asked, so the server goes away with it however it ends: Ctrl-C, a crash and SIGKILL included.
 */
const reaper = `
cat >/dev/null
read pid 2>/dev/null <"$1/postgres-18/postmaster.pid" && kill -QUIT "$pid" 2>/dev/null
rm -rf "$1"
`;

/** Nothing here outlives the test run, so nothing waits for the disk. */
const wishes = { durable: false, mostConnections: 120 };

/** Starts a throw-away Postgres, or says why it cannot. */
export async function startPostgres(): Promise<PostgresServer | NoPostgres> {
  if (findPostgresBinaries() === null) return { reason: "no package brings a Postgres to this system" };
  const directory = mkdtempSync(join(tmpdir(), "folio-postgres-"));
  try {
    return await startIn(directory, await openCluster(directory));
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function startIn(directory: string, cluster: Cluster): Promise<PostgresServer> {
  // A group of its own: Ctrl-C must not reach it before it has done its work.
  const child = spawn("/bin/sh", ["-c", reaper, "sh", directory], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const url = clusterUrl(cluster, { role: administrator, database: "postgres" });
  await startPostmaster(cluster, wishes);
  return {
    url,
    version: await versionOf(url),
    pause: () => stopPostmaster(cluster),
    async resume() {
      await startPostmaster(cluster, wishes);
      await versionOf(url);
    },
    async stop() {
      const ended = new Promise<void>((done) => void child.once("exit", () => done()));
      await stopPostmaster(cluster);
      child.stdin.end();
      await ended;
    },
  };
}

/** It listens before it lets anybody in. */
async function versionOf(url: string): Promise<string> {
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return rows[0]?.server_version ?? "unknown";
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "57P03")) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
