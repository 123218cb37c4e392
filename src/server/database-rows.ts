import { createHash } from "node:crypto";
import { escapeIdentifier } from "pg";
import type { PoolClient } from "pg";
import { tableSql, type CopiedColumn, type CopiedTable } from "./database-tables.ts";

/** A row as Postgres writes its values; null is SQL's null. */
export type TextRow = (string | null)[];

/** How many rows a table has, and the SHA-256 over all of them in order. */
export type TableDigest = { rows: number; sha256: string };

const pageRows = 1_000;
const pageBytes = 1024 * 1024;
const sizesAtOnce = 10_000;

/**
 * Settings of the transaction that decide how values are written, and that no limit or policy of the server may end
 * it or hide a row: with `row_security` off, a table whose rows would be filtered is an error.
 */
export const copySettings = `
  set local search_path to public; set local time zone 'UTC'; set local datestyle to 'ISO, YMD';
  set local intervalstyle to 'postgres'; set local extra_float_digits to 1; set local bytea_output to 'hex';
  set local row_security to off; set local statement_timeout to 0; set local lock_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`;

/**
 * The rows of a table in pages of about a megabyte, one row at least; inside a transaction with `copySettings`, one
 * table at a time. A first cursor runs ahead over the sizes, so that a page of pictures holds few and one of amounts many.
 */
export async function* readPages(client: PoolClient, table: CopiedTable): AsyncGenerator<TextRow[]> {
  const from = `from only ${tableSql(table.name)} order by ${table.orderSql}`;
  const texts = table.columns.map(({ name }) => `${escapeIdentifier(name)}::text`).join(", ");
  await client.query(`declare copied_sizes no scroll cursor for select ${sizeSql(table.columns)} ${from}`);
  await client.query(`declare copied_rows no scroll cursor for select ${texts} ${from}`);
  for (;;) {
    const { rows: sizes } = await client.query<[number]>({
      text: `fetch ${sizesAtOnce} from copied_sizes`,
      rowMode: "array",
    });
    for (const count of pagesOf(sizes.map(([size]) => size))) {
      const { rows } = await client.query<TextRow>({
        text: `fetch ${count} from copied_rows`,
        rowMode: "array",
      });
      yield rows;
    }
    if (sizes.length < sizesAtOnce) break;
  }
  await client.query("close copied_sizes; close copied_rows");
}

function sizeSql(columns: CopiedColumn[]): string {
  const sizes = columns.flatMap(({ sizeSql }) => (sizeSql === null ? [] : [`coalesce(${sizeSql}, 0)`]));
  return ["0", ...sizes].join(" + ");
}

/** How many rows of these sizes each page takes. */
function* pagesOf(sizes: number[]): Generator<number> {
  let count = 0;
  let bytes = 0;
  for (const size of sizes) {
    if (count > 0 && (count >= pageRows || bytes + size > pageBytes)) {
      yield count;
      count = 0;
      bytes = 0;
    }
    count += 1;
    bytes += size;
  }
  if (count > 0) yield count;
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

/** Adds rows up to a digest: each as its JSON and a line feed. */
export class RowDigest {
  readonly #hash = createHash("sha256");
  #rows = 0;

  add(page: readonly TextRow[]): void {
    this.#rows += page.length;
    for (const row of page) this.#hash.update(JSON.stringify(row)).update("\n");
  }

  finish(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest("hex") };
  }
}

/** Reads a table to its end and answers what it holds, as `RowDigest` counts it. */
export async function digestOf(client: PoolClient, table: CopiedTable): Promise<TableDigest> {
  const digest = new RowDigest();
  for await (const page of readPages(client, table)) digest.add(page);
  return digest.finish();
}
