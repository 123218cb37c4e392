import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { startPostgres } from "./postgres-server.ts";

/**
 * Vitest global setup of tests with a database: one Postgres for the whole run. FOLIO_TEST_DATABASE_URL selects another server
 * (a superuser's URL).
 */
export async function setup(): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString("hex");
  process.env["FOLIO_TEST_RUN"] = run;
  const given = process.env["FOLIO_TEST_DATABASE_URL"];
  if (given) return () => dropDatabases(given, `folio_test_${run}_`);
  const server = await startPostgres();
  if ("reason" in server) {
    throw new Error(`${server.reason} (Set FOLIO_TEST_DATABASE_URL to use another Postgres for the tests.)`);
  }
  process.env["FOLIO_TEST_DATABASE_URL"] = server.url;
  process.stdout.write(`\nDatabase tests run on Postgres ${server.version}.\n\n`);
  return async () => {
    delete process.env["FOLIO_TEST_DATABASE_URL"];
    await server.stop();
  };
}

/** Drops what workers, which end without closing their databases, have left on a Postgres that stays. */
async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  await client.end();
}
