import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";
import { RowDigest, textRowsSchema } from "./database-rows.ts";

/** The form of the lines; a reader refuses a greater number than its own. */
export const copyFormat = 1;

const migrationSchema = z.object({ name: z.string(), hash: z.string() });
const digestSchema = z.object({ rows: z.int().min(0), sha256: z.string() });

const headerSchema = z.object({
  folio: z.literal("database"),
  format: z.int().min(1),
  madeAt: z.string(),
  appVersion: z.string(),
  engine: z.enum(["pglite", "postgres"]),
  /** In the order in which they ran, with the hash of what ran. */
  migrations: z.array(migrationSchema),
});

/** What a copy says of itself before its first row. */
export type CopyHeader = z.infer<typeof headerSchema>;

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const rowsSchema = z.object({ rowsOf: z.string(), rows: textRowsSchema });
const tableEndSchema = digestSchema.extend({ endOf: z.string() });
const sequenceSchema = z.object({ sequence: z.string(), lastValue: z.string(), isCalled: z.boolean() });
/** Its digest is over the names, counts and digests of all tables. */
const endSchema = digestSchema.extend({ end: z.literal("whole"), tables: z.int().min(0) });

const lineSchema = z.union([
  rowsSchema,
  tableSchema,
  tableEndSchema,
  sequenceSchema,
  endSchema,
  headerSchema,
]);

/**
 * A line of a copy: a header; for each table a line that names it, its rows in pages, and its digest; the sequences;
 * an end, without which a copy is not whole.
 */
export type CopyLine = z.infer<typeof lineSchema>;

type TableLine = z.infer<typeof tableSchema>;
type RowsLine = z.infer<typeof rowsSchema>;
type TableEnd = z.infer<typeof tableEndSchema>;
type CopyEnd = z.infer<typeof endSchema>;

/** Only this much of a header is sure to be there in every form to come. */
const formatSchema = z.object({ folio: z.literal("database"), format: z.int() });

/** JSON without a line feed; it is not part of the line. */
export function writeLine(line: CopyLine): string {
  return JSON.stringify(line);
}

function parseLine(text: string): CopyLine | null {
  return lineSchema.safeParse(parseJson(text)).data ?? null;
}

/** The lines are cut short, altered or of something else. */
export class CopyDamagedError extends Error {
  override name = "CopyDamagedError";
}

/** The lines were written by a version that writes what this one cannot read. */
export class CopyTooNewError extends Error {
  override name = "CopyTooNewError";
}

type OpenTable = { table: string; columns: number; digest: RowDigest };

/**
 * The lines of a copy, parsed, in an order that makes sense, each table's end after a count and a digest that hold.
 * What it gives out before its end may be of a copy that turns out to be cut short.
 * @throws CopyDamagedError, CopyTooNewError
 */
export async function* readCopy(texts: AsyncIterable<string>): AsyncGenerator<CopyLine> {
  let header: CopyHeader | null = null;
  let open: OpenTable | null = null;
  let ended = false;
  const total = new CopyTotal();
  for await (const text of texts) {
    if (header === null) {
      header = readCopyHeader(text);
      yield header;
      continue;
    }
    const line = parseLine(text);
    if (line === null || ended || "folio" in line) throw damaged("holds a line that is none");
    if ("rowsOf" in line) addRows(open, line);
    else if ("table" in line) open = openTable(open, line);
    else if ("endOf" in line) {
      checkTableEnd(open, line);
      total.add(line);
      open = null;
    } else if (open !== null) throw damaged(`ends within the table ${open.table}`);
    else if ("end" in line) {
      checkEnd(total, line);
      ended = true;
    }
    yield line;
  }
  if (!ended) throw damaged("is cut short: its end is missing");
}

/** Adds the ends of tables up to what the last line says. */
export class CopyTotal {
  readonly #hash = createHash("sha256");
  #tables = 0;
  #rows = 0;

  add(line: TableEnd): void {
    this.#tables += 1;
    this.#rows += line.rows;
    this.#hash.update(`${line.endOf} ${line.rows} ${line.sha256}\n`);
  }

  finish(): CopyEnd {
    return { end: "whole", tables: this.#tables, rows: this.#rows, sha256: this.#hash.digest("hex") };
  }
}

/**
 * What the first line of a copy says of it.
 * @throws CopyDamagedError, CopyTooNewError
 */
export function readCopyHeader(text: string): CopyHeader {
  const line = parseLine(text);
  const { format } = formatSchema.safeParse(line ?? parseJson(text)).data ?? {};
  if (format !== undefined && format > copyFormat) {
    throw new CopyTooNewError(
      "The copy was written by a newer version of Folio, in a form that this one cannot read.",
    );
  }
  if (line === null || !("folio" in line)) throw damaged("does not begin as a copy of Folio's database does");
  return line;
}

function addRows(open: OpenTable | null, { rowsOf, rows }: RowsLine): void {
  if (open === null || open.table !== rowsOf) throw damaged(`holds rows of ${rowsOf} out of their place`);
  if (rows.some((row) => row.length !== open.columns)) {
    throw damaged(`holds a row of ${rowsOf} with other columns`);
  }
  open.digest.add(rows);
}

function openTable(open: OpenTable | null, { table, columns }: TableLine): OpenTable {
  if (open !== null) throw damaged(`ends within the table ${open.table}`);
  return { table, columns: columns.length, digest: new RowDigest() };
}

function checkTableEnd(open: OpenTable | null, { endOf, rows, sha256 }: TableEnd): void {
  const found = open?.table === endOf ? open.digest.finish() : undefined;
  if (found?.rows !== rows || found.sha256 !== sha256) {
    throw damaged(`has other rows of ${endOf} than its checksum says`);
  }
}

function checkEnd(total: CopyTotal, line: CopyEnd): void {
  const found = total.finish();
  if (found.tables !== line.tables || found.rows !== line.rows || found.sha256 !== line.sha256) {
    throw damaged("has other tables than its checksum says");
  }
}

function damaged(what: string): CopyDamagedError {
  return new CopyDamagedError(`The copy ${what}. Nothing of it was used.`);
}
