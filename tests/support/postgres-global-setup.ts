import { startPostgres } from "./postgres-server.ts";

/**
 * Vitest global setup: with FOLIO_TEST_DATABASE=postgres the suite gets a Postgres of its own for the whole run.
 * FOLIO_TEST_DATABASE_URL names a server to use instead (a superuser's URL). Where there is none, tests that need
 * a database are skipped and the run says so.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["FOLIO_TEST_DATABASE"] !== "postgres" || process.env["FOLIO_TEST_DATABASE_URL"])
    return undefined;
  const server = await startPostgres();
  if ("reason" in server) {
    process.env["FOLIO_TEST_DATABASE_MISSING"] = server.reason;
    process.stdout.write(`\nDatabase tests are SKIPPED: ${server.reason}.\n\n`);
    return undefined;
  }
  process.env["FOLIO_TEST_DATABASE_URL"] = server.url;
  process.stdout.write(`\nDatabase tests run on Postgres ${server.version}.\n\n`);
  return async () => {
    delete process.env["FOLIO_TEST_DATABASE_URL"];
    await server.stop();
  };
}
