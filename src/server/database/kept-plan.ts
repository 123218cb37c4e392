import { createHash } from "node:crypto";

/** A query of Drizzle's builder. */
type Query<Prepared> = {
  toSQL(): { sql: string };
  prepare(name: string): Prepared;
};

/**
 * Runs a query whose plan its connection keeps, so that the next one with the same text is neither parsed nor planned. For
 * queries of many tables that are planned longer than they run, and that should be run the same way whatever their values are:
 * after five times, Postgres may plan without them (docs/decisions/0037-kept-plans.md). Texts must be few, because a connection
 * keeps each as long as it lives.
 */
export function withKeptPlan<Result>(query: Query<{ execute(): Promise<Result> }>): Promise<Result> {
  return prepareWithKeptPlan(query).execute();
}

/** Prepares such a query for being run again and again with other values of its placeholders, which builds its SQL only once. */
export function prepareWithKeptPlan<Prepared>(query: Query<Prepared>): Prepared {
  return query.prepare(createHash("sha256").update(query.toSQL().sql).digest("base64url"));
}
