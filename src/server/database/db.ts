import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { PoolClient, PoolConfig, QueryConfig } from "pg";
import { appLoginUrl } from "./app-login.ts";
import type { DatabaseLog } from "./database-log.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";

/** The handle inside a transaction: everything a store needs, and the only handle it may use there. */
export type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** What a transaction is to be, where it is not the engine's usual one: its isolation, and whether it only reads. */
export type TransactionConfig = Parameters<NodePgDatabase["transaction"]>[1];

/** The door to Postgres: the site's own or one of DATABASE_URL, it is the same. */
export type Database = {
  /** Not bound by row-level security: for jobs, sign-in and kernel tables. Never inside a transaction. */
  unsafeDb: NodePgDatabase;
  /** Runs `work` in one transaction that sees and writes only rows of `userId` (row-level security). */
  asUser<T>(userId: string, work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>;
  /** Resolves when the database answers, rejects when it does not in time; for readiness checks. */
  ping(): Promise<void>;
  /** Waits for work in progress, then closes; may be called twice. */
  close(): Promise<void>;
  pool: Pool;
  /** Makes a connection beside the pool, not open yet, for what keeps one for itself. */
  createClient: () => Client;
};

/** Either `databaseUrl` (a Postgres server) or `dataDir` (one of the site's own, on that folder). */
export type DatabaseOptions = {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  /** With `dataDir`: nobody else may be, such as a second server; who is there already is named in the refusal. */
  isAlone?: boolean | undefined;
  /** With `dataDir`: false leaves out every fsync, for benchmarks and tests. */
  durable?: boolean | undefined;
  /** How long a query may wait for a free connection; 10 seconds. */
  connectionTimeoutMs?: number | undefined;
  /** How long a ping may wait for its answer; 5 seconds. */
  pingTimeoutMs?: number | undefined;
  log?: DatabaseLog | undefined;
};

/** No connection became free in time: too much work at once, or the raw handle used inside a transaction. */
export class DatabaseBusyError extends Error {
  override name = "DatabaseBusyError";
}

/**
 * Postgres' classes for a server that is going away or not there (08, 57P), has no room (53: disk, memory, connections),
 * cannot reach its disk (58030) or only reads after a failover (25006), and Node's words for the same.
 */
const awayCodes =
  /^(?:08\w{3}|57P0\d|53\d{3}|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;
/** The last are a socket's whose server has ended. */
const awayWords = /Connection terminated|connection error and is not queryable|connect ENOENT/i;

/** True for an error that says nothing about the query: the database could not be reached, or had no connection free. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusyError || awayWords.test(error.message)) return true;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  return isDatabaseAway(error.cause);
}

const defaultConnectionTimeoutMs = 10_000;
const defaultPingTimeoutMs = 5_000;
const postgresConnections = 10;

/**
 * What a server's own settings must not decide: days are cut by our code in the site's zone, and a schema that
 * happens to be called like the login must not take our tables.
 */
const sessionSettings = "SET TIME ZONE 'UTC'; SET search_path TO public";

/** Opens the database; migrations are a step of their own (`migrateDatabase`). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options);
  if (!options.dataDir) throw new Error("A database needs a DATABASE_URL or a data directory.");
  const { dataDir, isAlone, durable, log } = options;
  const engine = await openEmbeddedPostgres({ dataDir, isAlone, durable, log });
  try {
    const database = await openPostgres(engine.url, options);
    let closing: Promise<void> | undefined;
    return { ...database, close: () => (closing ??= database.close().then(() => engine.release())) };
  } catch (error) {
    await engine.release();
    throw error;
  }
}

async function openPostgres(connectionString: string, options: DatabaseOptions): Promise<Database> {
  const config: PoolConfig = {
    connectionString,
    application_name: "folio",
    max: postgresConnections,
    onConnect: (client) => client.query(sessionSettings),
    ...poolLimits(options),
  };
  const pool = new ExplainingPool(config, options.log);
  const people = poolOfPeople(pool, config, options.log);
  const database = assemble(pool, people, {
    ...options,
    createClient: () =>
      new Client({
        connectionString,
        application_name: "folio",
        keepAlive: true,
        connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs,
      }),
  });
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw new Error(`The database at ${withoutPassword(connectionString)} cannot be reached.`, {
      cause: error,
    });
  }
  return database;
}

/**
 * The connections for what runs for a person, opened with the first such work: before that, the schema may not be there. Where
 * there can be no login for them, the pool's own have to do, whose role a statement could go back to.
 */
function poolOfPeople(pool: Pool, config: PoolConfig, log: DatabaseLog | undefined) {
  let opened: Promise<Pool> | undefined;

  async function open(): Promise<Pool> {
    const connectionString = await appLoginUrl(pool, config.connectionString ?? "");
    if (connectionString !== null) return new ExplainingPool({ ...config, connectionString }, log);
    log?.warn(
      {},
      "People's queries share the login of DATABASE_URL: it has no password or may not make roles, or the server lets no other in.",
    );
    return pool;
  }

  return {
    pool() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async end() {
      const own = await opened?.catch(() => undefined);
      if (own !== undefined && own !== pool) await own.end();
    },
  };
}

function poolLimits(options: DatabaseOptions): PoolConfig {
  return { connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs };
}

function assemble(
  pool: Pool,
  people: ReturnType<typeof poolOfPeople>,
  { pingTimeoutMs = defaultPingTimeoutMs, createClient }: DatabaseOptions & Pick<Database, "createClient">,
): Database {
  // A server that is frozen or behind a dead line never answers; a readiness check must. (`pg` reads it; its types lack it.)
  const ping: QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: pingTimeoutMs };
  const unsafeDb = drizzle({ client: pool });
  unsafeDb.transaction = (work, config) => inTransaction(pool, (db) => db.transaction(work, config));
  let closing: Promise<void> | undefined;
  return {
    unsafeDb,
    pool,
    createClient,
    asUser(userId, work, config) {
      // An unset setting reads as '' later in a session, so an empty id would match what nobody owns.
      if (userId === "") throw new Error("asUser needs the id of a user.");
      const asPerson: typeof work = async (tx) => {
        await tx.execute(
          sql`select set_config('role', 'app_user', true), set_config('app.user_id', ${userId}, true)`,
        );
        return work(tx);
      };
      return people.pool().then((own) => inTransaction(own, (db) => db.transaction(asPerson, config)));
    },
    async ping() {
      await pool.query(ping);
    },
    close() {
      closing ??= pool.end().then(() => people.end());
      return closing;
    },
  };
}

/**
 * Drizzle's own way takes a connection and gives it back only once `begin` has succeeded: each one that was lost just then
 * would be gone from the pool for ever, and after a restart of Postgres under load there would be none.
 */
async function inTransaction<T>(pool: Pool, work: (db: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    return await work(drizzle({ client }));
  } catch (error) {
    isLost = isDatabaseAway(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that says what a wait for a connection that never came is likely to mean. */
class ExplainingPool extends Pool {
  constructor(config: PoolConfig, log?: DatabaseLog) {
    super(config);
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    this.on("error", (error) =>
      log?.warn({ error }, "A database connection was lost; the next query opens another."),
    );
    // The pool listens to idle ones only. One that is lost between two statements of a transaction would end the process;
    // whoever uses it hears of it from its next statement.
    this.on("connect", (client) => client.on("error", () => undefined));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (!callback) {
      return super.connect().catch((error: unknown) => {
        throw this.#explain(error);
      });
    }
    super.connect((error, client, done) => {
      if (client !== undefined) keepAfterRefusedStatement(client);
      callback(error && this.#explain(error), client, done);
    });
    return undefined;
  }

  #explain(error: unknown): Error {
    const known = error instanceof Error ? error : new Error(String(error));
    if (known.message !== "timeout exceeded when trying to connect") return known;
    const seconds = (this.options.connectionTimeoutMillis ?? 0) / 1000;
    return new DatabaseBusyError(
      `No database connection became free within ${seconds} s (${this.options.max} in all). ` +
        "If this repeats, look for a transaction that waits for unsafeDb instead of using its own handle.",
      { cause: known },
    );
  }
}

/** `pool.query` throws a connection away after any error; a statement that Postgres refused says nothing against its connection. */
function keepAfterRefusedStatement(client: PoolClient): void {
  const release = client.release.bind(client);
  client.release = (error) => release(isRefusedStatement(error) ? undefined : error);
}

function isRefusedStatement(error: unknown): boolean {
  // FATAL and PANIC do end a connection.
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}

function withoutPassword(connectionString: string): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `${host}${pathname}`;
  } catch {
    return "DATABASE_URL";
  }
}
