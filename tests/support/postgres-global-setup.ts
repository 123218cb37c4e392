import { startPostgres } from "./postgres-server.ts";

/**
 * Vitest global setup of the tests that may have a database: one Postgres for the whole run. FOLIO_TEST_DATABASE_URL names a
 * server to use instead (a superuser's URL).
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["FOLIO_TEST_DATABASE_URL"]) return undefined;
  const server = await startPostgres();
  if ("reason" in server) {
    throw new Error(
      `${server.reason} (FOLIO_TEST_DATABASE_URL names a Postgres for the tests to use instead.)`,
    );
  }
  process.env["FOLIO_TEST_DATABASE_URL"] = server.url;
  process.stdout.write(`\nDatabase tests run on Postgres ${server.version}.\n\n`);
  return async () => {
    delete process.env["FOLIO_TEST_DATABASE_URL"];
    await server.stop();
  };
}
