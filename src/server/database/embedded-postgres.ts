import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { resolve } from "node:path";
import { mkdirSync } from "node:fs";
import { Client } from "pg";
import type { DatabaseLog } from "./database-log.ts";
import { administrator, clusterUrl, openCluster, type Cluster } from "./embedded-cluster.ts";
import { postmasterState, signalPostmaster, startPostmaster, stopPostmaster } from "./embedded-postmaster.ts";
import { EmbeddedPostgresError } from "./embedded-program.ts";

/** A Postgres of the site's own that runs, for as long as this process or another uses it. */
export type EmbeddedPostgres = {
  /** Where to connect to, as to any Postgres. */
  url: string;
  /** Says that this process is done with it; the last of all ends Postgres. */
  release(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Another server or command that must be alone is refused, and this one where there is such already. */
  isAlone?: boolean | undefined;
  /** False leaves out every wait for the disk, for benchmarks and tests. */
  durable?: boolean | undefined;
  log?: DatabaseLog | undefined;
};

/** Another live process has the data directory, and will not share it. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
}

/** Any numbers that nothing else in the database takes: "use" and "alone" in ASCII. */
const useLock = 0x75_7365;
const aloneLock = 0x61_6c6f_6e65;

const pollMs = 25;
/** A process that was killed is noticed by Postgres at once; one that ends takes its time. */
const aloneTimeoutMs = 2_000;
/** After a crash under much writing, Postgres replays its log before it lets anybody in. */
const readyTimeoutMs = 15 * 60_000;
const releaseTimeoutMs = 5_000;
const restartPausesMs = [0, 250, 1_000, 2_000, 5_000, 15_000];
const unknownLogin = new Set(["28P01", "28000", "3D000"]);

/**
 * Opens the Postgres in a DATA_DIR: makes it at the first start, starts it where it does not run, and takes over one that
 * runs already. Should its process end, it is started again, for as long as it is not released.
 * @throws EmbeddedPostgresError, DataDirInUseError with words for the owner
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const cluster = await openCluster(dataDir);
  const keeper = createKeeper(cluster, { ...options, dataDir });
  await keeper.open();
  return { url: clusterUrl(cluster), release: () => keeper.release() };
}

/**
 * Holds the connection whose locks say who uses this Postgres: a shared one of everybody, by which the last to go knows that it is
 * the last, and one of whoever must be alone.
 */
function createKeeper(cluster: Cluster, options: EmbeddedOptions) {
  const { log } = options;
  let isReleased = false;
  /** It was started by this process, or belongs to nobody else. */
  let isOurs = false;
  let holding: Promise<Client> | undefined;
  /** However this process ends, short of a kill, a Postgres of its own ends with it. */
  const endWithProcess = () => {
    if (isOurs) signalPostmaster(cluster, "SIGINT");
  };

  async function hold(): Promise<Client> {
    for (;;) {
      const client = await enter(cluster, options.durable, () => (isOurs = true));
      // False: the last user is about to end Postgres, which is started anew then.
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
    log?.warn(
      {},
      "The connection to the embedded Postgres was lost: it is started again where it has ended.",
    );
    holding = recover();
    holding.catch(() => undefined);
  }

  async function recover(): Promise<Client> {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(restartPausesMs[Math.min(attempt, restartPausesMs.length - 1)]);
      if (isReleased) throw new EmbeddedPostgresError("The embedded Postgres was given up.");
      try {
        const client = await hold();
        log?.info({}, "The embedded Postgres runs again.");
        return client;
      } catch (error) {
        log?.error({ error }, "The embedded Postgres could not be started again; it is tried once more.");
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
      // One that is being started again may take long; it hears of the end when this process has ended.
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

/** A connection to the site's database; Postgres is started first where it does not run, and given its role and database where it is new. */
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
      const code = codeOf(error);
      if (unknownLogin.has(code)) await makeSite(cluster);
      // It starts, recovers or ends; or the connection broke just now.
      else if (!/^(?:57P0[123]|ECONN|EPIPE|ENOENT)/.test(code) && !isBroken(error)) throw error;
    }
  }
  throw new EmbeddedPostgresError(`Postgres on ${cluster.folder} lets nobody in.`, { cause: lastError });
}

/** Two that start at once: one of them finds the other's. What a dead one left needs a moment to end. */
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

/** The site's role owns its database and may make the login of `app-login.ts`; what only an administrator may, it may not. */
async function makeSite(cluster: Cluster): Promise<void> {
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
  // Whoever holds it hears of its end.
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
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity join pg_locks using (pid)
       where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32) + objid::bigint = $1`,
      [aloneLock],
    );
    await client.end().catch(() => undefined);
    const owner = rows[0]?.name.replace(/^folio: /, "") ?? "another process";
    throw new DataDirInUseError(
      `The data directory ${dataDir} is in use by ${owner}. Only one server can run on it: ` +
        "stop that one, or give this one a directory of its own with DATA_DIR.",
    );
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && /Connection terminated/i.test(error.message);
}
