import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { errorCode } from "#shared/error-code.ts";
import {
  readForeignKeys,
  readSequences,
  readTables,
  tableSql,
  type CopiedTable,
} from "../database/database-tables.ts";
import type { Database } from "../database/db.ts";
import { migrateWithin, type MigrationSource } from "../database/migrate.ts";
import { BackupError } from "./backup-error.ts";
import { wholeLines, type BackupHeader, type BackupPart } from "./backup-parts.ts";
import { beginCopy, checkRowsSql, copiedSql, endCopy, onAllSql } from "./copy-transaction.ts";

export type RestoreIntoOptions = MigrationSource & {
  /** Called for each table after its rows are written. */
  onTable?: ((table: string, rows: number) => void) | undefined;
};

/**
 * Restores a backup into an empty database: the migrations it names, from this version's own folder, then the rows and
 * sequences. Everything is read back and compared. It is one transaction, so an aborted restore leaves the database as it was;
 * servers started in the meantime wait.
 * @returns the number of tables and of rows
 * @throws BackupError if the database isn't empty or the backup doesn't match its own schema; and whatever reading it throws
 */
export async function restoreInto(
  database: Database,
  parts: AsyncGenerator<BackupPart>,
  options: RestoreIntoOptions = {},
): Promise<{ tables: number; rows: number }> {
  const client = await beginCopy(database, "begin");
  try {
    const summary = await fill(client, parts, options);
    await endCopy(client, "commit");
    return summary;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    await parts.return(undefined);
  }
}

async function fill(
  client: PoolClient,
  parts: AsyncGenerator<BackupPart>,
  { folder, onTable }: RestoreIntoOptions,
): Promise<{ tables: number; rows: number }> {
  await refuseFilled(client);
  const header = await readFirst(parts);
  await migrateWithin(drizzle({ client }), { folder, only: header.migrations.map(({ name }) => name) });
  const place = await readTables(client);
  const foreignKeys = await readForeignKeys(client);
  await client.query([...foreignKeys.map(({ dropSql }) => dropSql), onAllSql("truncate", place)].join("; "));
  const copied = new Map<string, RowDigest>();
  const sequences = new Set<string>();
  for await (const part of parts) {
    if ("table" in part) {
      const table = tableIn(place, part);
      const digest = await copyRows(client, table, parts);
      copied.set(table.name, digest);
      onTable?.(table.name, digest.rows);
    } else if ("sequence" in part) {
      sequences.add(part.sequence);
      await setSequence(client, part);
    }
  }
  await refuseOtherSequences(client, sequences);
  await client.query(checkRowsSql);
  for (const { addSql } of foreignKeys) await client.query(addSql);
  for (const table of place) await compare(client, table, copied.get(table.name), header);
  // The planner needs statistics for the first queries.
  await client.query(onAllSql("analyze", place));
  return {
    tables: place.length,
    rows: [...copied.values()].reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Refuses a database with any tables, including Folio's own: their rows would be lost or mixed with restored ones. */
async function refuseFilled(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(tablename, ', ' order by tablename) as names from pg_tables where schemaname in ('public', 'folio_kernel')`,
  );
  const names = rows[0]?.names ?? null;
  if (names === null) return;
  throw new BackupError(
    `The database isn't empty (it has the tables ${names}). Restore into an empty database.`,
  );
}

async function readFirst(parts: AsyncGenerator<BackupPart>): Promise<BackupHeader> {
  const { value } = await parts.next();
  if (value === undefined || !("header" in value)) throw new BackupError("The backup has no header.");
  return value.header;
}

function tableIn(
  place: CopiedTable[],
  { table, columns }: { table: string; columns: string[] },
): CopiedTable {
  const found = place.find(({ name }) => name === table);
  if (found !== undefined && found.columns.join() === columns.join()) return found;
  throw new BackupError(
    `The backup has a table ${table} that doesn't match its migrations. Nothing was restored.`,
  );
}

async function copyRows(
  client: PoolClient,
  table: CopiedTable,
  parts: AsyncGenerator<BackupPart>,
): Promise<RowDigest> {
  const digest = new RowDigest();
  try {
    await pipeline(
      Readable.from(rowsUntilEnd(parts, digest)),
      client.query(copyFrom(`copy ${copiedSql(table)} from stdin`)),
    );
  } catch (error) {
    // Values that Postgres rejects (class 22) or that violate a constraint (class 23) were not written by `writeSql`.
    if (!(error instanceof Error && /^2[23]/.test(errorCode(error)))) throw error;
    throw new BackupError(
      `The database rejected a row of the table ${table.name}: ${error.message}. Nothing was restored.`,
      { cause: error },
    );
  }
  return digest;
}

async function* rowsUntilEnd(parts: AsyncGenerator<BackupPart>, digest: RowDigest): AsyncGenerator<Buffer> {
  for (;;) {
    const { value } = await parts.next();
    if (value === undefined || !("rows" in value)) return;
    digest.add(value.rows);
    yield value.rows;
  }
}

async function setSequence(
  client: PoolClient,
  { sequence, lastValue, isCalled }: { sequence: string; lastValue: string; isCalled: boolean },
): Promise<void> {
  await client.query("select setval($1::regclass, $2::bigint, $3)", [
    tableSql(sequence),
    lastValue,
    isCalled,
  ]);
}

async function refuseOtherSequences(client: PoolClient, given: Set<string>): Promise<void> {
  const missing = (await readSequences(client)).map(({ name }) => name).filter((name) => !given.has(name));
  if (missing.length === 0) return;
  throw new BackupError(`The backup is missing the sequences ${missing.join(", ")}. Nothing was restored.`);
}

async function compare(
  client: PoolClient,
  table: CopiedTable,
  given: RowDigest | undefined,
  { format }: BackupHeader,
): Promise<void> {
  if (given === undefined)
    throw new BackupError(`The backup has no table ${table.name}. Nothing was restored.`);
  const found = new RowDigest();
  const written = client.query(copyTo(`copy ${copiedSql(table)} to stdout`));
  for await (const lines of wholeLines(written)) found.add(lines);
  // The first format spelled some values differently ("true" where COPY writes "t"), so its rows are only counted.
  if (found.rows === given.rows && (format === 1 || found.sum === given.sum)) return;
  throw new BackupError(
    `After restoring, the rows of ${table.name} didn't match the backup (${found.rows} of ${given.rows}). Nothing was restored.`,
  );
}

const sumBits = 256;

/**
 * Digest of rows that ignores their order, because two databases store the same rows in a different one: their number, and the
 * sum of their SHA-256 digests modulo 2^256.
 */
class RowDigest {
  rows = 0;
  sum = 0n;

  /** Adds a block of whole lines. */
  add(lines: Buffer): void {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(10, start) + 1;
      this.sum = BigInt.asUintN(
        sumBits,
        this.sum + BigInt(`0x${hash("sha256", lines.subarray(start, end))}`),
      );
      this.rows += 1;
      start = end;
    }
  }
}
