import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { missingPostgres, openEmptyDatabase } from "../../tests/support/test-database.ts";
import { digestDatabase, exportDatabase, importDatabase } from "./database-copy.ts";
import type { Database } from "./db.ts";
import { migrateDatabase } from "./migrate.ts";

/** From the run's engine to the run's engine; from one engine to the other in scripts/support/move.test.ts. */

let from: Database;
let to: Database;

beforeEach(async (context) => {
  const missing = missingPostgres();
  if (missing !== undefined) context.skip(missing);
  [from, to] = await Promise.all([migrated(), migrated()]);
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
});

async function migrated(): Promise<Database> {
  const database = await openEmptyDatabase();
  await migrateDatabase(database);
  return database;
}

async function linesOf(database: Database): Promise<string[]> {
  return Array.fromAsync(exportDatabase(database));
}

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const addUpstream = (database: Database, name: string) =>
  database.unsafeDb.execute(sql`insert into upstream_modes (upstream, mode) values (${name}, 'live')`);

describe("a copy of a database", () => {
  it("puts every row into an empty one, and has read it back", async () => {
    await addUpstream(from, "plaid");
    const { tables } = await importDatabase(to, stream(await linesOf(from)));
    expect(tables).toContainEqual(expect.objectContaining({ table: "upstream_modes", rows: 1 }));
    expect(await digestDatabase(to)).toEqual(tables);
    expect(await digestDatabase(from)).toEqual(tables);
  });

  it("is refused by a database that holds rows, which it names, and which stays as it was", async () => {
    await addUpstream(from, "plaid");
    await addUpstream(to, "github");
    const before = await digestDatabase(to);
    await expect(importDatabase(to, stream(await linesOf(from)))).rejects.toThrow("rows in upstream_modes.");
    expect(await digestDatabase(to)).toEqual(before);
  });

  it("leaves nothing behind where it is cut short", async () => {
    await addUpstream(from, "plaid");
    const before = await digestDatabase(to);
    const lines = await linesOf(from);
    await expect(importDatabase(to, stream(lines.slice(0, -1)))).rejects.toThrow("cut short");
    expect(await digestDatabase(to)).toEqual(before);
  });
});
