import { readFileSync } from "node:fs";
import type { PoolClient } from "pg";
import { z } from "zod";
import {
  CopyDamagedError,
  copyFormat,
  CopyTotal,
  readCopy,
  writeLine,
  type CopyHeader,
} from "./copy-lines.ts";
import { beginTransaction, endTransaction, holdMoment, setMomentAside } from "../database/database-moment.ts";
import { productFile } from "../settings/product-files.ts";
import {
  digestOf,
  insertPage,
  readerOf,
  RowDigest,
  type TableDigest,
  type TextRow,
} from "./database-rows.ts";
import {
  readForeignKeys,
  readMigrations,
  readSequences,
  readTables,
  tableSql,
  type AppliedMigration,
  type CopiedTable,
  type SequenceState,
} from "../database/database-tables.ts";
import type { Database } from "../database/db.ts";

/** The place does not take this copy and is as it was; the message says why. */
export class CopyRefusedError extends Error {
  override name = "CopyRefusedError";
}

/** The place holds rows already: `tables` says where. */
export class PlaceNotEmptyError extends CopyRefusedError {
  override name = "PlaceNotEmptyError";
  readonly tables: string[];
  constructor(tables: string[]) {
    super(
      `The database is not empty: there are rows in ${tables.join(", ")}. A copy goes into an empty one only.`,
    );
    this.tables = tables;
  }
}

/** What a table of a copy holds. */
export type CopiedTableRows = TableDigest & { table: string };

export type CopySummary = { header: CopyHeader; tables: CopiedTableRows[] };

const packageSchema = z.object({ version: z.string() });

/**
 * The whole database as lines of text (`copy-lines.ts`; a line feed belongs behind each), all from one moment while
 * servers go on writing. It reads as the tables' owner: row-level security hides nothing from it, or else it fails.
 * Whoever stops reading ends it.
 * @param options.isAlone nobody else works on this database: the embedded one need not set its rows aside
 */
export async function* exportDatabase(
  database: Database,
  { isAlone = false }: { isAlone?: boolean } = {},
): AsyncGenerator<string> {
  const sharesConnection = database.kind === "pglite" && !isAlone;
  const moment = await (sharesConnection ? setMomentAside(database) : holdMoment(database));
  try {
    yield writeLine({
      folio: "database",
      format: copyFormat,
      madeAt: new Date().toISOString(),
      appVersion: readAppVersion(),
      engine: database.kind,
      migrations: moment.migrations,
    });
    const total = new CopyTotal();
    for (const table of moment.tables) {
      yield writeLine({ table: table.name, columns: table.columns.map(({ name }) => name) });
      const digest = new RowDigest();
      for await (const rows of moment.pages(table)) {
        digest.add(rows);
        yield writeLine({ rowsOf: table.name, rows });
      }
      const end = { endOf: table.name, ...digest.finish() };
      total.add(end);
      yield writeLine(end);
    }
    for (const { name, ...state } of moment.sequences) yield writeLine({ sequence: name, ...state });
    yield writeLine(total.finish());
  } finally {
    await moment.end();
  }
}

/** The count and checksum of every table, read in one moment, to compare with those of a copy. */
export async function digestDatabase(database: Database): Promise<CopiedTableRows[]> {
  const client = await beginTransaction(database, "begin isolation level repeatable read read only");
  try {
    return await digestTables(client, await readTables(client));
  } finally {
    await endTransaction(client, "rollback");
  }
}

/**
 * Fills a database that has been migrated and holds nothing else with the rows of a copy, reads everything back and
 * compares. All of it is one transaction: broken off at any point, the database is as it was. Servers that are
 * started meanwhile wait.
 * @param options.onTable is told of each table once its rows are written
 * @throws CopyDamagedError, CopyTooNewError, CopyRefusedError (PlaceNotEmptyError), or what the database refuses
 */
export async function importDatabase(
  database: Database,
  lines: AsyncIterable<string>,
  options: { onTable?: (rows: CopiedTableRows) => void } = {},
): Promise<CopySummary> {
  const client = await beginTransaction(database, "begin");
  let summary: CopySummary;
  try {
    summary = await importLines(client, lines, options);
  } catch (error) {
    await endTransaction(client, "rollback").catch(() => undefined);
    throw error;
  }
  await endTransaction(client, "commit");
  return summary;
}

async function importLines(
  client: PoolClient,
  lines: AsyncIterable<string>,
  { onTable }: { onTable?: (rows: CopiedTableRows) => void },
): Promise<CopySummary> {
  const place = new Map((await readTables(client)).map((table) => [table.name, table]));
  const foreignKeys = await readForeignKeys(client);
  const copied: CopiedTableRows[] = [];
  const sequences: SequenceState[] = [];
  let header: CopyHeader | null = null;
  let table: CopiedTable | null = null;
  for await (const line of readCopy(lines)) {
    if ("folio" in line) {
      header = line;
      await preparePlace(client, [...place.values()], header);
      for (const { dropSql } of foreignKeys) await client.query(dropSql);
    } else if ("table" in line) table = tableInPlace(place, line.table, line.columns);
    else if ("rowsOf" in line && table !== null) await insertRows(client, table, line.rows);
    else if ("endOf" in line) {
      const { endOf, ...digest } = line;
      copied.push({ table: endOf, ...digest });
      onTable?.({ table: endOf, ...digest });
    } else if ("sequence" in line) {
      sequences.push({ name: line.sequence, lastValue: line.lastValue, isCalled: line.isCalled });
    }
  }
  if (header === null) throw new CopyDamagedError("The copy is empty.");
  await setSequences(client, sequences);
  for (const { addSql } of foreignKeys) await client.query(addSql);
  await verify(client, [...place.values()], copied);
  // The embedded database has nobody else to do it, and the plans of the first queries need it on any.
  await client.query("analyze");
  return { header, tables: copied };
}

/** What Postgres refuses as a value (class 22) or as breaking a rule of the table (class 23) was not written by `exportDatabase`. */
async function insertRows(client: PoolClient, table: CopiedTable, rows: TextRow[]): Promise<void> {
  try {
    await insertPage(client, table, rows);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^2[23]/.test(String(error.code)))) throw error;
    throw new CopyDamagedError(
      `The copy holds a row that the table ${table.name} refuses: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
}

/** Locks the place's tables, and takes out what migrations have put there, once it is certain that nothing else is. */
async function preparePlace(client: PoolClient, tables: CopiedTable[], header: CopyHeader): Promise<void> {
  refuseOtherMigrations(await readMigrations(client), header);
  const names = tables.map(({ name }) => tableSql(name)).join(", ");
  await client.query(`lock table ${names} in access exclusive mode`);
  const filled: string[] = [];
  for (const { name } of tables) if (await holdsRows(client, name)) filled.push(name);
  if (filled.length > 0) throw new PlaceNotEmptyError(filled);
  // Nobody else's keys: those within the place are in the same statement.
  await client.query(`truncate table ${names}`);
}

/** Rows of the transaction that ran a migration are the migration's, such as the built-in categories. */
async function holdsRows(client: PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (
       select from ${tableSql(table)} where xmin::text <> all (select xmin::text from folio_kernel.migrations)
     ) as found`,
  );
  return rows.some(({ found }) => found);
}

function refuseOtherMigrations(place: AppliedMigration[], { migrations, appVersion }: CopyHeader): void {
  const hashes = new Map(place.map(({ name, hash }) => [name, hash]));
  const unknown = migrations.filter(({ name }) => !hashes.has(name));
  if (unknown.length > 0) {
    throw new CopyRefusedError(
      `The copy was made by Folio ${appVersion}, which is newer than this database: it has the migrations ` +
        `${unknown.map(({ name }) => name).join(", ")}. Use that version, or a newer one.`,
    );
  }
  const names = new Set(migrations.map(({ name }) => name));
  const missing = place.filter(({ name }) => !names.has(name));
  if (missing.length > 0) {
    throw new CopyRefusedError(
      `The copy was made by Folio ${appVersion}, which is older than this database: it lacks the migrations ` +
        `${missing.map(({ name }) => name).join(", ")}.`,
    );
  }
  const other = migrations.filter(({ name, hash }) => hashes.get(name) !== hash);
  if (other.length > 0) {
    throw new CopyRefusedError(
      `The copy comes from a database whose migration ${other.map(({ name }) => name).join(", ")} was another one.`,
    );
  }
}

function tableInPlace(place: Map<string, CopiedTable>, name: string, columns: string[]): CopiedTable {
  const table = place.get(name);
  if (table === undefined || table.columns.map((column) => column.name).join() !== columns.join()) {
    throw new CopyDamagedError(`The copy holds a table ${name} that this database has not, or not so.`);
  }
  return table;
}

async function setSequences(client: PoolClient, sequences: SequenceState[]): Promise<void> {
  const known = (await readSequences(client)).map(({ name }) => name);
  const given = sequences.map(({ name }) => name);
  if (known.join() !== given.join()) {
    throw new CopyDamagedError("The copy has other sequences than this database.");
  }
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query("select setval($1::regclass, $2::bigint, $3)", [tableSql(name), lastValue, isCalled]);
  }
}

async function verify(client: PoolClient, tables: CopiedTable[], copied: CopiedTableRows[]): Promise<void> {
  const wanted = new Map(copied.map((rows) => [rows.table, rows]));
  for (const { table, rows, sha256 } of await digestTables(client, tables)) {
    const copy = wanted.get(table);
    if (copy?.rows !== rows || copy.sha256 !== sha256) {
      throw new CopyDamagedError(
        copy === undefined
          ? `The copy has no table ${table}.`
          : `The rows of ${table} came out otherwise than they are in the copy (${rows} of ${copy.rows}).`,
      );
    }
  }
}

async function digestTables(client: PoolClient, tables: CopiedTable[]): Promise<CopiedTableRows[]> {
  const digests: CopiedTableRows[] = [];
  for (const table of tables)
    digests.push({ table: table.name, ...(await digestOf(readerOf(client), table)) });
  return digests;
}

function readAppVersion(): string {
  return packageSchema.parse(JSON.parse(readFileSync(productFile("package.json"), "utf8"))).version;
}
