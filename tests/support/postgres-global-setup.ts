import { startPostgres } from "./postgres-server.ts";

/**
 * Vitest global setup of the tests that may have a database: one Postgres for the whole run, which is where they run
 * unless FOLIO_TEST_DATABASE=embedded asks for the embedded engine. FOLIO_TEST_DATABASE_URL names a server to use
 * instead (a superuser's URL). Where no Postgres can run, they run on the embedded engine and the run says so;
 * FOLIO_TEST_DATABASE=postgres wants nothing else and skips them.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const wanted = process.env["FOLIO_TEST_DATABASE"] ?? "";
  if (wanted === "embedded") return undefined;
  process.env["FOLIO_TEST_DATABASE"] = "postgres";
  if (process.env["FOLIO_TEST_DATABASE_URL"]) return undefined;
  const server = await startPostgres();
  if ("reason" in server) {
    if (wanted === "postgres") process.env["FOLIO_TEST_DATABASE_MISSING"] = server.reason;
    else process.env["FOLIO_TEST_DATABASE"] = "embedded";
    const instead = wanted === "postgres" ? "are SKIPPED" : "run on the EMBEDDED engine";
    process.stdout.write(`\nDatabase tests ${instead}: ${server.reason}.\n\n`);
    return undefined;
  }
  process.env["FOLIO_TEST_DATABASE_URL"] = server.url;
  process.stdout.write(`\nDatabase tests run on Postgres ${server.version}.\n\n`);
  return async () => {
    delete process.env["FOLIO_TEST_DATABASE_URL"];
    await server.stop();
  };
}
