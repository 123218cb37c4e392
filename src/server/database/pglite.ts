import fs from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { PGliteOptions } from "@electric-sql/pglite";
import { pg_trgm as trigrams } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import type { PoolConfig } from "pg";
import { syncPath } from "../backup/synced-files.ts";

/** The part of Emscripten's Node file system that this file relies on. */
type EmscriptenNodeFs = {
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
  tryFSOperation(operation: () => void): void;
};

const extensions = { pg_trgm: trigrams };

/** `-F` turns fsync off; WAL has to go through `fsync` because PGlite's `fdatasync` does nothing. */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "fsync=on",
  "-c",
  "wal_sync_method=fsync",
];

/** Hears of the first sync that the disk refused; from then on no commit succeeds until the next start. */
type OnSyncFailure = (error: unknown) => void;

/**
 * PGlite's file system with the fsync it lacks, so that a commit is on the disk before it is acknowledged.
 *
 * A refused sync reaches Postgres as an I/O error, so the commit fails. The kernel may then drop the pages it could
 * not write and call the next sync a success: after one failure all others fail too, until a new process has
 * read the log from the disk.
 */
class DurableNodeFS extends NodeFS {
  readonly #onSyncFailure: OnSyncFailure;

  constructor(directory: string, onSyncFailure: OnSyncFailure) {
    super(directory);
    this.#onSyncFailure = onSyncFailure;
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const made = await super.init(...args);
    made.emscriptenOpts.preRun?.push((mod) => {
      const nodeFs: EmscriptenNodeFs = mod.NODEFS;
      const sync = this.#syncUntilFailure();
      nodeFs.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) nodeFs.tryFSOperation(() => sync(nfd));
        return 0;
      };
    });
    return made;
  }

  #syncUntilFailure(): (descriptor: number) => void {
    let failure: { error: unknown } | undefined;
    return (descriptor) => {
      if (failure) throw failure.error;
      try {
        fs.fdatasyncSync(descriptor);
      } catch (error) {
        failure = { error };
        this.#onSyncFailure(error);
        throw error;
      }
    };
  }
}

/**
 * Opens the embedded Postgres in `directory`, which is made when it does not exist.
 * `durable: false` leaves out every fsync: for benchmarks and tests only.
 */
export async function openPglite(
  directory: string,
  durable: boolean,
  onSyncFailure: OnSyncFailure,
): Promise<PGlite> {
  if (!fs.existsSync(join(directory, "PG_VERSION"))) await createCluster(directory, durable);
  return startPglite({
    fs: durable ? new DurableNodeFS(directory, onSyncFailure) : new NodeFS(directory),
    ...(durable ? { startParams: durableStartParams } : {}),
  });
}

/** An embedded Postgres in memory, empty or from a `dumpDataDir` of another one. */
export function openMemoryPglite(snapshot?: Blob): Promise<PGlite> {
  return startPglite(snapshot ? { loadDataDir: snapshot } : {});
}

/** Closes the database after a checkpoint, so that the next start has nothing to replay. */
export async function closePglite(pglite: PGlite): Promise<void> {
  if (pglite.closed) return;
  await pglite.exec("CHECKPOINT").catch(() => undefined);
  await keepExitCode(() => pglite.close());
}

/**
 * Settings of a `pg` pool that speaks to PGlite in this process: one connection, kept for ever.
 * The shim is for Drizzle, which gives `types` as an object where PGlite's parser wants a list (it would hang).
 */
export function pglitePoolConfig(pglite: PGlite): PoolConfig {
  const { connection } = createPgConfig(pglite);
  const parse = connection.parse.bind(connection);
  connection.parse = (query) =>
    parse({ ...query, types: Array.isArray(query.types) ? query.types : undefined });
  const connect = connection.connect.bind(connection);
  connection.connect = async (port, host) => {
    // A client that was thrown away may have left its transaction open: there is only one session behind them all.
    await pglite.exec("ROLLBACK");
    await pglite.exec("DISCARD ALL");
    await connect(port, host);
  };
  const config: PoolConfig & { connection: typeof connection } = { connection, max: 1, idleTimeoutMillis: 0 };
  return config;
}

/**
 * Builds a new cluster beside its place and renames it in, everything synced first: a start that is cut short
 * leaves nothing that the next start could mistake for a database.
 */
async function createCluster(directory: string, durable: boolean): Promise<void> {
  const fresh = `${directory}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { recursive: true, mode: 0o700 });
  await closePglite(await startPglite({ fs: new NodeFS(fresh) }));
  if (durable) await syncTree(fresh);
  fs.renameSync(fresh, directory);
  if (durable) await syncPath(dirname(directory));
}

/** About a thousand files: together they take a fraction of the time they take one after another. */
async function syncTree(root: string): Promise<void> {
  const paths = fs.readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path));
  await Promise.all([root, ...paths].map(syncPath));
}

function startPglite(options: PGliteOptions): Promise<PGlite> {
  return keepExitCode(() => PGlite.create({ ...options, extensions }));
}

/** PGlite's runtime sets the exit code of the whole process as it starts and stops; ours is not its business. */
async function keepExitCode<T>(work: () => Promise<T>): Promise<T> {
  const exitCode = process.exitCode;
  try {
    return await work();
  } finally {
    process.exitCode = exitCode;
  }
}
