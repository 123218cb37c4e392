import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { sql, type Placeholder } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client, type PoolClient } from "pg";
import { sendingAs, type Transaction } from "./connection.ts";

/** A query of Drizzle's builder. */
type Query<Prepared> = {
  toSQL(): { sql: string };
  prepare(name: string): Prepared;
};

/** Stands for the name that a query's text gives it, until it is sent. */
const ofText = "of text";

/**
 * Runs a query of a transaction whose plan its connection keeps, so that the next one with the same text is neither parsed nor
 * planned. For queries of many tables that are planned longer than they run, and that should be run the same way whatever their
 * values are: after five times, Postgres may plan without them (docs/decisions/0037-kept-plans.md). Texts must be few, because a
 * connection keeps each as long as it lives.
 */
export function withKeptPlan<Result>(
  query: Omit<Query<{ execute(): Promise<Result> }>, "toSQL">,
): Promise<Result> {
  return query.prepare(ofText).execute();
}

/** Prepares such a query for being run again and again with other values of its placeholders, which builds its SQL only once. */
export function prepareWithKeptPlan<Prepared>(query: Query<Prepared>): Prepared {
  return query.prepare(nameOf(query.toSQL().sql));
}

/** Connections of transactions by their sessions, for the queries of `defineKeptQuery`. */
const connections = new WeakMap<Transaction["_"]["session"], PoolClient>();
const asking = new AsyncLocalStorage<PoolClient>();
let everyone: NodePgDatabase | undefined;

/** Notes a transaction's connection before its first query. */
export function noteConnection(tx: Transaction, client: PoolClient): void {
  connections.set(tx._.session, client);
}

/** Placeholders for the values of a query. */
export type Terms<Values> = { [Key in keyof Values]: Placeholder<string, Values[Key]> };

/** Values, or placeholders for them, for conditions of both kinds of queries. */
export type ValuesOrTerms<Values> = { [Key in keyof Values]: Values[Key] | Placeholder };

/**
 * Defines a query whose SQL is built once for all transactions, which takes Node as long as many queries take Postgres.
 * Otherwise like `withKeptPlan`.
 */
export function defineKeptQuery<Values extends Record<string, unknown>, Result>(
  build: (
    db: NodePgDatabase,
    terms: Terms<Values>,
  ) => Query<{ execute(values: Record<string, unknown>): Promise<Result> }>,
): (tx: Transaction, values: Values) => Promise<Result> {
  let prepared: ReturnType<ReturnType<typeof build>["prepare"]> | undefined;
  return (tx, values) => {
    const client = connections.get(tx._.session);
    if (client === undefined) throw new Error("The transaction's connection isn't known.");
    everyone ??= drizzle({ client: onConnectionOfAsking() });
    prepared ??= prepareWithKeptPlan(build(everyone, placeholders()));
    const query = prepared;
    return asking.run(client, () => query.execute(values));
  };
}

function placeholders<Values>(): Terms<Values> {
  const terms = new Proxy(
    {},
    {
      get: (_target, key) => sql.placeholder(String(key)),
      ownKeys: () => {
        throw new Error("Which values a query has is known only by their use: name them one by one.");
      },
    },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a placeholder for every key
  return terms as Terms<Values>;
}

/** Returns a client that was never connected, and sends each query on the connection of the transaction that asks. */
function onConnectionOfAsking(): Client {
  return sendingAs(new Client(), (_send, ...query) => {
    const client = asking.getStore();
    if (client === undefined) throw new Error("Only `defineKeptQuery` asks.");
    const send = client.query.bind(client);
    return Reflect.apply(send, undefined, query);
  });
}

/**
 * Returns a transaction's connection that names the queries of `withKeptPlan` as it sends them. Drizzle takes a name before it
 * builds the text, and building it a second time for the name would take as long as Postgres takes for some of them.
 */
export function namingKeptPlans(client: PoolClient): PoolClient {
  return sendingAs(client, (send, config, ...others) => send(named(config), ...others));
}

function named(config: unknown): unknown {
  const isMeant = typeof config === "object" && config !== null && "name" in config && config.name === ofText;
  return isMeant && "text" in config && typeof config.text === "string"
    ? { ...config, name: nameOf(config.text) }
    : config;
}

function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
