import { hash } from "node:crypto";
import { escapeIdentifier } from "pg";
import type { PoolClient } from "pg";
import { z } from "zod";
import { tableSql, type CopiedColumn, type CopiedTable } from "../database/database-tables.ts";

/** A row as Postgres writes its values; null is SQL's null. */
export const textRowsSchema = z.array(z.array(z.string().nullable()));
export type TextRow = z.infer<typeof textRowsSchema>[number];

const sizesSchema = z.array(z.tuple([z.string(), z.int()]));
const blocksSchema = z.int();

/** How many rows a table has, and their checksum (`RowDigest`). */
export type TableDigest = { rows: number; sha256: string };

/**
 * Answers a query whose answer is one value of JSON, all from one moment and under `copySettings`. (The embedded
 * database takes longer to hand a thousand values over than to find them.)
 */
export type JsonReader = (text: string, values: unknown[]) => Promise<unknown>;

/** A quarter of a megabyte of Postgres' blocks of 8 KB: more than a thousand rows of a ledger. */
const blocksAtOnce = 32;
const pageBytes = 2 * 1024 * 1024;

/**
 * Settings of a transaction that decide how values are written, and that no limit or policy of the server may end
 * it or hide a row: with `row_security` off, a table whose rows would be filtered is an error.
 */
export const copySettings = `
  set local search_path to public; set local time zone 'UTC'; set local datestyle to 'ISO, YMD';
  set local intervalstyle to 'postgres'; set local extra_float_digits to 1; set local bytea_output to 'hex';
  set local row_security to off; set local statement_timeout to 0; set local lock_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`;

/** Reads in the transaction that the client is in. */
export function readerOf(client: PoolClient): JsonReader {
  return async (text, values) => {
    const { rows } = await client.query<{ answer: string }>(`select (${text})::text as answer`, values);
    return JSON.parse(rows[0]?.answer ?? "null");
  };
}

/**
 * The rows of a table in pages of about two megabytes, one row at least, in the order in which they lie on the disk.
 * Sizes are asked for first, so that a page of pictures holds few rows and one of amounts many.
 * @param source SQL of the table to read where it is not the table itself
 */
export async function* readPages(
  read: JsonReader,
  table: CopiedTable,
  source: string = tableSql(table.name),
): AsyncGenerator<TextRow[]> {
  const texts = table.columns.map(({ name }) => `${escapeIdentifier(name)}::text`).join(", ");
  const rowsOf = `select coalesce(json_agg(array[${texts}]), '[]') from only ${source}`;
  const sizesOf = `select coalesce(json_agg(json_build_array(ctid, ${sizeSql(table.columns)})), '[]') from only ${source}`;
  const inRange = "where ctid >= $1::tid and ctid < $2::tid";
  const blocks = blocksSchema.parse(
    await read("select pg_relation_size($1::regclass) / current_setting('block_size')::int", [source]),
  );
  for (let block = 0; block < blocks; block += blocksAtOnce) {
    const range = [`(${block},0)`, `(${block + blocksAtOnce},0)`];
    const pages = pagesOf(sizesSchema.parse(await read(`${sizesOf} ${inRange}`, range)));
    if (pages.length === 1) yield textRowsSchema.parse(await read(`${rowsOf} ${inRange}`, range));
    else {
      for (const page of pages) {
        yield textRowsSchema.parse(await read(`${rowsOf} where ctid = any ($1::tid[])`, [page]));
      }
    }
  }
}

function sizeSql(columns: CopiedColumn[]): string {
  const sizes = columns.flatMap(({ sizeSql }) => (sizeSql === null ? [] : [`coalesce(${sizeSql}, 0)`]));
  return ["0", ...sizes].join(" + ");
}

/** The places of the rows, page by page. */
function pagesOf(sizes: z.infer<typeof sizesSchema>): string[][] {
  const pages: string[][] = [];
  let room = 0;
  for (const [place, bytes] of sizes) {
    if (bytes > room || pages.length === 0) {
      pages.push([]);
      room = pageBytes;
    }
    pages.at(-1)?.push(place);
    room -= bytes;
  }
  return pages;
}

/** Writes a page into a table; ids are kept as given, whatever the table would choose. */
export async function insertPage(
  client: PoolClient,
  { name, columns }: CopiedTable,
  page: TextRow[],
): Promise<void> {
  const names = columns.map((column) => escapeIdentifier(column.name)).join(", ");
  const values = columns.map(({ name: column, type }) => `given.${escapeIdentifier(column)}::${type}`);
  const texts = columns.map((_, index) => `$${index + 1}::text[]`);
  await client.query(
    `insert into ${tableSql(name)} (${names}) overriding system value
     select ${values.join(", ")} from unnest(${texts.join(", ")}) as given (${names})`,
    columns.map((_, index) => page.map((row) => row[index])),
  );
}

const sumBits = 256;

/**
 * Adds rows up to a digest: the sum, modulo 2^256, of the SHA-256 of each row's JSON. Two databases lay the same rows
 * down in another order, so it does not depend on one.
 */
export class RowDigest {
  #sum = 0n;
  #rows = 0;

  add(page: readonly TextRow[]): void {
    this.#rows += page.length;
    let sum = this.#sum;
    for (const row of page) sum += BigInt(`0x${hash("sha256", JSON.stringify(row))}`);
    this.#sum = BigInt.asUintN(sumBits, sum);
  }

  finish(): TableDigest {
    return { rows: this.#rows, sha256: this.#sum.toString(16).padStart(sumBits / 4, "0") };
  }
}

/** Reads a table to its end and answers what it holds. */
export async function digestOf(read: JsonReader, table: CopiedTable): Promise<TableDigest> {
  const digest = new RowDigest();
  for await (const page of readPages(read, table)) digest.add(page);
  return digest.finish();
}
