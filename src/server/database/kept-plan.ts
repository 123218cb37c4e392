import { createHash } from "node:crypto";

/** A query of Drizzle's builder. */
type Query<Result> = {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<Result> };
};

/**
 * Runs a query whose plan its connection keeps, so that the next one with the same text is neither parsed nor planned. For
 * queries of many tables that are planned longer than they run, and that should be run the same way whatever their values are:
 * after five times, Postgres may plan without them (docs/decisions/0037-kept-plans.md). Texts must be few, because a connection
 * keeps each as long as it lives.
 */
export function withKeptPlan<Result>(query: Query<Result>): Promise<Result> {
  const name = createHash("sha256").update(query.toSQL().sql).digest("base64url");
  return query.prepare(name).execute();
}
