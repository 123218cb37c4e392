import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#shared/text/json-text.ts";
import { BackupError, cutShort, damaged } from "./backup-error.ts";

/** Version of the script's format; a reader refuses any higher one. (1 is that of `first-format.ts`.) */
export const backupFormat = 2;
/** Comments that mark the parts of the script. */
export const headerMark = "-- folio-backup ";
export const keyMark = "-- secret key: ";
export const endMark = "-- end of folio-backup ";

const headerSchema = z.object({
  format: z.int(),
  madeAt: z.iso.datetime(),
  /** Version of the server or command that made it. */
  appVersion: z.string(),
  /** Migrations applied to the database, in order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Id of the secret key that seals the tokens in it; null if there was none. */
  keyId: z.string().nullable(),
  /** True if the key itself is included. */
  holdsKey: z.boolean(),
});

/** Header of a backup, before its first row. */
export type BackupHeader = z.infer<typeof headerSchema>;

/**
 * Parts of a backup, in order: the header; for each table its columns, its rows as lines of COPY's text format (each with its
 * line feed), and an end mark; the sequences; the key; and the final end mark, without which the backup is incomplete.
 */
export type BackupPart =
  | { header: BackupHeader }
  | { table: string; columns: string[] }
  | { rows: Buffer }
  | { endOf: string }
  | { sequence: string; lastValue: string; isCalled: boolean }
  | { secretKey: Buffer }
  | { rowCount: number };

const formatSchema = z.object({ format: z.int() });
const endSchema = z.object({
  tables: z.int(),
  sequences: z.int(),
  rows: z.int(),
  /** Digest of everything before this line. */
  sha256: z.string(),
});

const lineFeed = 10;
const endOfRows = Buffer.from("\\.\n");
const lineThenEnd = Buffer.from("\n\\.\n");

const copyLine = /^copy public\.("(?:[^"]|"")+") \((.*)\) from stdin;$/;
const sequenceLine = /^select pg_catalog\.setval\('public\.("(?:[^"]|"")+")', (-?\d+), (true|false)\);$/;
const quotedName = /"((?:[^"]|"")+)"/g;

/**
 * Reads a backup script (`backup-sql.ts`) without running it, using only what it says about tables, rows and sequences. Parts
 * are yielded before the end has been checked, so they may belong to a truncated backup.
 * @throws BackupError if the backup is incomplete or of a newer format
 */
export async function* readSql(path: string, sql: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  const hash = createHash("sha256");
  const counts = { tables: 0, sequences: 0, rows: 0 };
  let state: "start" | "script" | "rows" | "end" = "start";
  let table = "";
  for await (const block of wholeLines(sql)) {
    let rest = block;
    while (rest.length > 0) {
      if (state === "rows") {
        const { rows, isEnd } = rowsIn(rest);
        if (rows.length > 0) yield { rows };
        counts.rows += countLines(rows);
        const length = rows.length + (isEnd ? endOfRows.length : 0);
        hash.update(rest.subarray(0, length));
        rest = rest.subarray(length);
        if (!isEnd) continue;
        yield { endOf: table };
        state = "script";
        continue;
      }
      const bytes = rest.subarray(0, rest.indexOf(lineFeed) + 1);
      const line = bytes.subarray(0, -1).toString();
      rest = rest.subarray(bytes.length);
      if (state === "end") throw damaged(path);
      if (state === "start") {
        yield { header: readHeader(path, line) };
        state = "script";
      } else if (line.startsWith(endMark)) {
        checkEnd(path, line, { ...counts, sha256: hash.digest("hex") });
        state = "end";
        yield { rowCount: counts.rows };
        continue;
      } else {
        const part = readLine(line);
        if (part !== null) yield part;
        if (part !== null && "table" in part) {
          ({ table } = part);
          state = "rows";
          counts.tables += 1;
        } else if (part !== null && "sequence" in part) counts.sequences += 1;
      }
      hash.update(bytes);
    }
  }
  if (state !== "end") throw cutShort(path);
}

function readHeader(path: string, line: string): BackupHeader {
  if (!line.startsWith(headerMark)) throw new BackupError(`${path} isn't a Folio backup.`);
  const json = parseJson(line.slice(headerMark.length));
  const format = formatSchema.safeParse(json).data?.format ?? backupFormat;
  if (format > backupFormat) {
    throw new BackupError(
      `${path} was made by a newer version of Folio (format ${format}; this version reads up to ${backupFormat}). Restore it with that version.`,
    );
  }
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damaged(path);
  return header.data;
}

/** Parses a line; null for lines that only `psql` needs. */
function readLine(line: string): Exclude<BackupPart, { header: BackupHeader }> | null {
  const [, table, columns] = copyLine.exec(line) ?? [];
  if (table !== undefined && columns !== undefined) {
    return { table: namesIn(table).join(), columns: namesIn(columns) };
  }
  const [, sequence, lastValue, isCalled] = sequenceLine.exec(line) ?? [];
  if (sequence !== undefined && lastValue !== undefined) {
    return { sequence: namesIn(sequence).join(), lastValue, isCalled: isCalled === "true" };
  }
  if (line.startsWith(keyMark)) return { secretKey: Buffer.from(line.slice(keyMark.length), "hex") };
  return null;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(quotedName)].map(([, name]) => (name ?? "").replaceAll('""', '"'));
}

function checkEnd(path: string, line: string, found: z.infer<typeof endSchema>): void {
  const end = endSchema.safeParse(parseJson(line.slice(endMark.length))).data;
  const isSame =
    end?.sha256 === found.sha256 &&
    end.tables === found.tables &&
    end.sequences === found.sequences &&
    end.rows === found.rows;
  if (!isSame) throw damaged(path);
}

/** Returns the rows at the start of these lines, and whether the end of the rows follows. */
function rowsIn(lines: Buffer): { rows: Buffer; isEnd: boolean } {
  if (lines.subarray(0, endOfRows.length).equals(endOfRows)) return { rows: Buffer.alloc(0), isEnd: true };
  const end = lines.indexOf(lineThenEnd);
  return end < 0 ? { rows: lines, isEnd: false } : { rows: lines.subarray(0, end + 1), isEnd: true };
}

/** Yields the bytes in blocks of whole lines, dropping a last line without a line feed. */
export async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  for await (const piece of bytes) {
    const end = piece.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      yield Buffer.concat([...held, piece.subarray(0, end)]);
      held = [];
    }
    if (end < piece.length) held.push(piece.subarray(end));
  }
}

/** Counts the lines in a block of whole lines. */
export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
