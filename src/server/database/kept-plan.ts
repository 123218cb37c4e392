import { createHash } from "node:crypto";
import type { PoolClient } from "pg";

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

/**
 * Returns a transaction's connection that names the queries of `withKeptPlan` as it sends them. Drizzle takes a name before it
 * builds the text, and building it a second time for the name would take as long as Postgres takes for some of them.
 */
export function namingKeptPlans(client: PoolClient): PoolClient {
  const send = client.query.bind(client);
  const query = (config: unknown, ...others: unknown[]): unknown =>
    Reflect.apply(send, undefined, [named(config), ...others]);
  return new Proxy(client, {
    get: (target, key): unknown => (key === "query" ? query : Reflect.get(target, key, target)),
  });
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
