import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { administrator, clusterUrl, openCluster, type Cluster } from "#server/database/embedded/cluster.ts";
import { startPostmaster, stopPostmaster } from "#server/database/embedded/postmaster.ts";
import { findPostgresBinaries } from "#server/database/embedded/program.ts";

/** The suite's own Postgres, created and started like the site's; the address is a superuser's. */
export type PostgresServer = {
  url: string;
  version: string;
  /** Stops it like an administrator's restart: connections are closed, committed data stays. */
  pause(): Promise<void>;
  /** Starts it again at the same address. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Reason why there is none, as a sentence for the person reading the test output. */
export type NoPostgres = { reason: string };

/**
 * Waits for the end of its input, then stops Postgres and removes its files. The input is a pipe from the calling process, so
 * the server ends with that process in any case: Ctrl-C, a crash, even SIGKILL.
 */
const reaper = `
cat >/dev/null
read pid 2>/dev/null <"$1/postgres-18/postmaster.pid" && kill -QUIT "$pid" 2>/dev/null
rm -rf "$1"
`;

/** Nothing here outlives the test run, so nothing waits for the disk. */
const options = { durable: false, mostConnections: 120 };

/** Starts a temporary Postgres, or returns why it can't. */
export async function startPostgres(): Promise<PostgresServer | NoPostgres> {
  if (findPostgresBinaries() === null) return { reason: "no package provides Postgres for this system" };
  const directory = mkdtempSync(join(tmpdir(), "folio-postgres-"));
  try {
    return await startIn(directory, await openCluster(directory));
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

async function startIn(directory: string, cluster: Cluster): Promise<PostgresServer> {
  // A process group of its own: Ctrl-C must not reach it before it has done its work.
  const child = spawn("/bin/sh", ["-c", reaper, "sh", directory], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const url = clusterUrl(cluster, { role: administrator, database: "postgres" });
  await startPostmaster(cluster, options);
  return {
    url,
    version: await versionOf(url),
    pause: () => stopPostmaster(cluster),
    async resume() {
      await startPostmaster(cluster, options);
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

/** Postgres listens before it accepts logins. */
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
