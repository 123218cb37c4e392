import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { resolve } from "node:path";
import { Client, type Pool } from "pg";
import { errorCode } from "#shared/error-code.ts";
import { makeDataDir } from "../data-dir.ts";
import type { DatabaseLog } from "../database-log.ts";
import { administrator, clusterUrl, openCluster, type Cluster } from "./cluster.ts";
import { postmasterState, signalPostmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { EmbeddedPostgresError } from "./program.ts";

/** A running embedded Postgres, which runs until its last user leaves. */
export type EmbeddedPostgres = {
  /** Address to connect to. */
  url: string;
  /** Releases it; Postgres ends when its last user does this. */
  release(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Requires exclusive use: refuses other exclusive users, and is refused if there is one already. */
  isAlone?: boolean | undefined;
  /** False skips every fsync, for benchmarks and tests. */
  durable?: boolean | undefined;
  log?: DatabaseLog | undefined;
};

/** Another live process is using the data directory exclusively. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
  /** The message without its advice, for a command that has its own. */
  readonly reason: string;

  constructor(reason: string) {
    super(`${reason} Only one server can use it. Stop that one, or set DATA_DIR to another directory.`);
    this.reason = reason;
  }
}

/** Arbitrary lock numbers, unique in this database: "use" and "alone" in ASCII. */
const useLock = 0x75_7365;
const aloneLock = 0x61_6c6f_6e65;

const pollMs = 25;
/** Time for a previous user to exit; Postgres notices a killed process at once. */
const aloneTimeoutMs = 2_000;
/** Time to become ready: after a crash during heavy writing, Postgres replays its log before accepting connections. */
const readyTimeoutMs = 15 * 60_000;
const releaseTimeoutMs = 5_000;
const restartPausesMs = [0, 250, 1_000, 2_000, 5_000, 15_000];
const unknownLogin = new Set(["28P01", "28000", "3D000"]);

/**
 * Opens the Postgres in a DATA_DIR: creates it at the first start, starts it if it isn't running, or joins one that is. If its
 * process dies, it is restarted until released.
 * @throws EmbeddedPostgresError, DataDirInUseError with a message for the owner
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  makeDataDir(dataDir);
  const cluster = await openCluster(dataDir);
  const keeper = createKeeper(cluster, { ...options, dataDir });
  await keeper.open();
  return { url: clusterUrl(cluster), release: () => keeper.release() };
}

/**
 * Holds the connection whose locks show who is using this Postgres: a shared lock for every user, so that the last one can
 * tell, and a lock for exclusive use.
 */
function createKeeper(cluster: Cluster, options: EmbeddedOptions) {
  const { log } = options;
  let isReleased = false;
  /** True if this process started it or nobody else is using it. */
  let isOurs = false;
  let holding: Promise<Client> | undefined;
  /** Ends our Postgres when this process ends in any way short of a kill. */
  const endWithProcess = () => {
    if (isOurs) signalPostmaster(cluster, "SIGINT");
  };

  async function hold(): Promise<Client> {
    for (;;) {
      const client = await enter(cluster, options.durable, () => (isOurs = true));
      // False means the last user is about to end Postgres; it is then started again.
      if (await tryLock(client, "pg_try_advisory_lock_shared", useLock)) {
        if (options.isAlone === true) {
          await beAlone(client, options.dataDir);
          isOurs = true;
        }
        client.once("end", onLoss);
        return client;
      }
      await client.end().catch(() => undefined);
      await sleep(pollMs);
    }
  }

  function onLoss(): void {
    if (isReleased) return;
    log?.warn({}, "Lost the connection to the embedded Postgres; reconnecting, and restarting it if needed.");
    holding = recover();
    holding.catch(() => undefined);
  }

  async function recover(): Promise<Client> {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(restartPausesMs[Math.min(attempt, restartPausesMs.length - 1)]);
      if (isReleased) throw new EmbeddedPostgresError("The embedded Postgres has been released.");
      try {
        const client = await hold();
        log?.info({}, "The embedded Postgres is running again.");
        return client;
      } catch (error) {
        log?.error({ error }, "Can't restart the embedded Postgres; retrying.");
      }
    }
  }

  return {
    async open(): Promise<void> {
      process.once("exit", endWithProcess);
      holding = hold();
      try {
        await holding;
      } catch (error) {
        process.off("exit", endWithProcess);
        throw error;
      }
    },
    async release(): Promise<void> {
      if (isReleased) return;
      isReleased = true;
      // A restart may take long; it is told to stop when this process ends.
      const client = await Promise.race([
        holding?.catch(() => undefined),
        sleep(releaseTimeoutMs, undefined, { ref: false }),
      ]);
      const isLast =
        client !== undefined && (await tryLock(client, "pg_try_advisory_lock", useLock).catch(() => false));
      if (isLast) await stopPostmaster(cluster);
      process.off("exit", endWithProcess);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Connects to the site's database, first starting Postgres if needed and creating the role and database if new. */
async function enter(cluster: Cluster, durable: boolean | undefined, onStart: () => void): Promise<Client> {
  let lastError: unknown;
  for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await sleep(pollMs)) {
    const state = await postmasterState(cluster);
    if (state === "silent") continue;
    if (state === "none") {
      await startWhereNobodyDoes(cluster, durable);
      onStart();
    }
    try {
      return await connectTo(clusterUrl(cluster));
    } catch (error) {
      lastError = error;
      const code = errorCode(error);
      if (unknownLogin.has(code)) await createSiteRole(cluster);
      // It is starting, recovering or shutting down, or the connection just broke.
      else if (!/^(?:57P0[123]|ECONN|EPIPE|ENOENT)/.test(code) && !isBroken(error)) throw error;
    }
  }
  throw new EmbeddedPostgresError(`Postgres on ${cluster.folder} accepts no connections.`, {
    cause: lastError,
  });
}

/**
 * Starts Postgres unless it is running. If two processes start at once, one finds the other's. A dying one is given a moment to
 * end.
 */
async function startWhereNobodyDoes(cluster: Cluster, durable: boolean | undefined): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await startPostmaster(cluster, { durable });
    } catch (error) {
      const isPassing = error instanceof Error && /shared memory block|lock file/.test(error.message);
      if (!isPassing || attempt >= 100) throw error;
      await sleep(100);
      if ((await postmasterState(cluster)) !== "none") return;
    }
  }
}

/**
 * Creates the site's role, which owns its database and may create the login of `app-login.ts`, but has no administrator's
 * rights.
 */
async function createSiteRole(cluster: Cluster): Promise<void> {
  const client = await connectTo(clusterUrl(cluster, { role: administrator, database: "postgres" }));
  try {
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = 'folio'");
    const verb = roles === 0 ? "create" : "alter";
    await client.query(`${verb} role folio login createrole createdb password '${cluster.password}'`);
    const { rowCount } = await client.query("select from pg_database where datname = 'folio'");
    if (rowCount === 0) await client.query("create database folio owner folio");
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connectTo(connectionString: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: `folio: process ${process.pid} on ${hostname()}`.slice(0, 63),
    keepAlive: true,
  });
  // Whoever holds the connection learns of its end.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function tryLock(
  client: Client,
  function_: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared",
  lock: number,
): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select ${function_}($1::bigint) as is`, [lock]);
  return rows[0]?.is === true;
}

async function beAlone(client: Client, dataDir: string): Promise<void> {
  for (const deadline = Date.now() + aloneTimeoutMs; ; await sleep(pollMs)) {
    if (await tryLock(client, "pg_try_advisory_lock", aloneLock)) return;
    if (Date.now() < deadline) continue;
    const owner = (await exclusiveUser(client)) ?? "another process";
    await client.end().catch(() => undefined);
    throw new DataDirInUseError(`The data directory ${dataDir} is in use by ${owner}.`);
  }
}

/** Returns the process that uses an embedded Postgres exclusively, as a server does; null if there is none. */
export async function exclusiveUser(
  client: Pick<Client, "query"> | Pick<Pool, "query">,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32) + objid::bigint = $1`,
    [aloneLock],
  );
  return rows[0]?.name.replace(/^folio: /, "") ?? null;
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && /Connection terminated/i.test(error.message);
}
