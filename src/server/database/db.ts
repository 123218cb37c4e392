import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { PoolClient, PoolConfig, QueryConfig } from "pg";
import { AppError } from "#shared/errors.ts";
import { actingFor } from "./acting.ts";
import { appLoginUrl } from "./app-login.ts";
import type { DatabaseLog } from "./database-log.ts";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "./embedded/postgres.ts";
import { beginningAhead, type Transaction } from "./connection.ts";
import { namingKeptPlans, noteConnection } from "./kept-plan.ts";
import { together } from "./together.ts";
import { hasState, readOnlyTransaction } from "./transaction-retries.ts";

export type { Transaction } from "./connection.ts";

/**
 * Isolation level and access mode of a transaction, if not the default; and whether its queries are planned without their values
 * (docs/decisions/0037-kept-plans.md).
 */
export type TransactionConfig = Parameters<NodePgDatabase["transaction"]>[1] & { plansGenerically?: boolean };

/** Access to Postgres, either embedded or at DATABASE_URL. */
export type Database = {
  /** Bypasses row-level security, for jobs, sign-in and kernel tables. Never use it inside a transaction. */
  unsafeDb: NodePgDatabase;
  /**
   * Runs `work` in one transaction that can only see and write rows of `userId` (row-level security). In a call of a member of
   * their household (`acting.ts`), the database looks the membership up first, and refuses to write for someone who may only
   * read.
   * @throws AppError 403 if the membership has ended, or someone who may only read comes to write
   */
  asUser<T>(userId: string, work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>;
  /** Resolves when the database answers and rejects when it times out; for readiness checks. */
  ping(): Promise<void>;
  /** Waits for work in progress, then closes. May be called twice. */
  close(): Promise<void>;
  pool: Pool;
  /** Creates a connection outside the pool, not yet open, for long-lived use. */
  createClient: () => Client;
};

/** `databaseUrl` of a Postgres server, or else `dataDir`, the folder of an embedded one, or its `engine`. */
export type DatabaseOptions = {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  /** The embedded Postgres, if it is already being opened; closing the database releases it. */
  engine?: Promise<EmbeddedPostgres> | undefined;
  /** With `dataDir`: requires exclusive use, so a second server is refused. The error names the process already there. */
  isAlone?: boolean | undefined;
  /** With `dataDir`: false skips every fsync, for benchmarks and tests. */
  durable?: boolean | undefined;
  /** Maximum wait for a free connection; 10 seconds by default. */
  connectionTimeoutMs?: number | undefined;
  /** Maximum wait for a ping's answer; 5 seconds by default. */
  pingTimeoutMs?: number | undefined;
  log?: DatabaseLog | undefined;
};

/** No connection became free in time, because of too much work at once or a raw handle used inside a transaction. */
export class DatabaseBusyError extends Error {
  override name = "DatabaseBusyError";
}

/**
 * Postgres' error classes for a server that is unreachable or shutting down (08, 57P), lacks resources (53: disk, memory,
 * connections), can't reach its disk (58030) or is read-only after a failover (25006), and Node's codes for the same.
 */
const awayCodes =
  /^(?:08\w{3}|57P0\d|53\d{3}|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;
/** The last two come from a socket whose server has ended. */
const awayMessages = /Connection terminated|connection error and is not queryable|connect ENOENT/i;

/** Returns true for an error unrelated to the query: the database was unreachable or had no free connection. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusyError || awayMessages.test(error.message)) return true;
  if ("code" in error && typeof error.code === "string" && awayCodes.test(error.code)) return true;
  return isDatabaseAway(error.cause);
}

const defaultConnectionTimeoutMs = 10_000;
const defaultPingTimeoutMs = 5_000;
const postgresConnections = 10;
/** A connection has plans of what someone reads again and again (`kept-plan.ts`), who may pause to look. */
const idleTimeoutMillis = 60_000;

/**
 * Session settings that must not depend on the server's configuration: our code computes days in the site's time zone, and a
 * schema named like the login must not receive our tables.
 */
const sessionSettings = "SET TIME ZONE 'UTC'; SET search_path TO public";

/** Opens the database. Migrations are a separate step (`migrateDatabase`). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options);
  const engine = await engineOf(options);
  try {
    const database = await openPostgres(engine.url, options);
    let closing: Promise<void> | undefined;
    return { ...database, close: () => (closing ??= database.close().then(() => engine.release())) };
  } catch (error) {
    await engine.release();
    throw error;
  }
}

function engineOf({ engine, dataDir, isAlone, durable, log }: DatabaseOptions): Promise<EmbeddedPostgres> {
  if (engine) return engine;
  if (!dataDir) throw new Error("Opening a database requires DATABASE_URL or a data directory.");
  return openEmbeddedPostgres({ dataDir, isAlone, durable, log });
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
    throw new Error(`Can't reach the database at ${withoutPassword(connectionString)}.`, {
      cause: error,
    });
  }
  return database;
}

/**
 * Creates the pool for queries on behalf of people, opened on first use because the schema may not exist earlier. If there can
 * be no separate login for them, they use the pool's own, whose role a statement could return to. Reads of one transaction that
 * start together are sent together (docs/decisions/0038-reads-sent-together.md).
 */
function poolOfPeople(pool: Pool, config: PoolConfig, log: DatabaseLog | undefined) {
  let opened: ReturnType<typeof open> | undefined;

  async function open() {
    const own = await appLoginUrl(pool, config.connectionString ?? "");
    if (own === null)
      log?.warn(
        {},
        "Queries on behalf of people share the login of DATABASE_URL, because it has no password, can't create roles, or the server accepts no other login.",
      );
    const connectionString = own ?? config.connectionString;
    return {
      pool: new ExplainingPool({ ...config, connectionString, pipeline: true }, log),
      isOwnLogin: own !== null,
    };
  }

  return {
    open() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async end() {
      const own = await opened?.catch(() => undefined);
      await own?.pool.end();
    },
  };
}

function poolLimits(options: DatabaseOptions): PoolConfig {
  return {
    connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs,
    idleTimeoutMillis,
  };
}

function assemble(
  pool: Pool,
  people: ReturnType<typeof poolOfPeople>,
  { pingTimeoutMs = defaultPingTimeoutMs, createClient }: DatabaseOptions & Pick<Database, "createClient">,
): Database {
  // A frozen server, or one behind a dead connection, never answers; a readiness check must. (`pg` reads this option; its types
  // lack it.)
  const ping: QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: pingTimeoutMs };
  const unsafeDb = drizzle({ client: pool });
  unsafeDb.transaction = (work, config) => inTransaction(pool, work, { config });
  let closing: Promise<void> | undefined;
  return {
    unsafeDb,
    pool,
    createClient,
    asUser(userId, work, { plansGenerically = false, ...config } = {}) {
      // An unset setting later reads as '' in the session, so an empty id would match rows without an owner.
      if (userId === "") throw new Error("asUser needs the id of a user.");
      const acting = actingFor(userId);
      const memberId = acting?.memberId ?? null;
      let isReader = false;
      let afterCommit: (() => void) | undefined;
      const plans = plansGenerically ? "force_generic_plan" : "auto";
      const asPerson: typeof work = async (tx) => {
        const settings = sql`select set_config('role', 'app_user', true), set_config('app.user_id', ${memberId ?? userId}, true), set_config('app.access', '', true), set_config('app.member_id', ${memberId ?? ""}, true), set_config('plan_cache_mode', ${plans}, true)`;
        const workAsPerson = async () => {
          if (memberId !== null) isReader = (await actAsMember(tx, { userId, memberId })) === "read";
          return work(tx);
        };
        const [, result] = await together([tx.execute(settings).execute(), workAsPerson()]);
        afterCommit = await acting?.beforeCommit?.(tx);
        return result;
      };
      return people.open().then(async ({ pool: own, isOwnLogin }) => {
        try {
          const result = await inTransaction(own, asPerson, { config, beginsAhead: isOwnLogin });
          afterCommit?.();
          return result;
        } catch (error) {
          throw isReader && hasState(error, [readOnlyTransaction]) ? changeRefused(error) : error;
        }
      });
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

/** Creates a 403: a household's membership has ended, or there never was one (docs/reference/product.md, "Household"). */
export function moneyNotShared(headers: Record<string, string> = {}): AppError {
  return new AppError(403, { household: ["This money isn’t shared with you anymore."] }, { headers });
}

/** Creates a 403: a member of a household who may only read came to write. The calls refuse it earlier, with the owner's name. */
function changeRefused(cause: unknown): AppError {
  return new AppError(403, { access: ["You can see this money, but not change it."] }, { cause });
}

/** Turns a member's transaction into one with the owner's rows, with the access that the database finds, which it returns. */
async function actAsMember(
  tx: Transaction,
  { userId, memberId }: { userId: string; memberId: string },
): Promise<string> {
  const { rows } = await tx.execute<{ access: string }>(sql`
    select set_config('app.access', access, true) as access, set_config('app.user_id', user_id::text, true)
    from household_members
    where user_id = ${userId} and member_id = ${memberId} and accepted_at is not null`);
  const [found] = rows;
  if (found === undefined) throw moneyNotShared();
  if (found.access === "read") await tx.execute(sql`set transaction read only`);
  return found.access;
}

/**
 * Runs a transaction and always returns its connection. Drizzle's own version returns it only once `begin` has succeeded, so
 * connections lost at that moment would never return to the pool; after a restart of Postgres under load none would be left.
 */
async function inTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  { config, beginsAhead = false }: { config: TransactionConfig | undefined; beginsAhead?: boolean },
): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    const naming = namingKeptPlans(client);
    const db = drizzle({ client: beginsAhead ? beginningAhead(naming) : naming });
    return await db.transaction((tx) => {
      noteConnection(tx, client);
      return work(tx);
    }, config);
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

/** A pool whose timeout error explains the likely cause. */
class ExplainingPool extends Pool {
  constructor(config: PoolConfig, log?: DatabaseLog) {
    super(config);
    // A broken idle connection is replaced at the next query; without a listener its error would end the process.
    this.on("error", (error) =>
      log?.warn({ error }, "Lost a database connection; the next query opens a new one."),
    );
    // The pool only listens to idle connections. One lost between two statements of a transaction would end the process; its
    // user gets the error from the next statement.
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
        "If this keeps happening, look for a transaction that waits for unsafeDb instead of using its own handle.",
      { cause: known },
    );
  }
}

/**
 * Keeps a connection after a statement error. `pool.query` discards a connection after any error, but a refused statement
 * doesn't mean the connection is bad.
 */
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
