import { startPostgres } from "./postgres-server.ts";

/**
 * Vitest global setup of tests with a database: one Postgres for the whole run. FOLIO_TEST_DATABASE_URL selects another server
 * (a superuser's URL).
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["FOLIO_TEST_DATABASE_URL"]) return undefined;
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
