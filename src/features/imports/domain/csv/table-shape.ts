import { StatementError } from "../statement.ts";
import { amountParts } from "../values/amount-text.ts";
import { dateParts } from "../values/date-text.ts";
import { isKnownHeader } from "./columns/header-words.ts";
import { moreTables, type MoreTables } from "./more-tables.ts";
import { splitTable } from "./split-table.ts";
import type { TableLine } from "./split-table.ts";

/** A table in a file. Banks print lines above and below it. */
export type TableShape = {
  /** Cells of the header; null if there's none. */
  header: string[] | null;
  above: TableLine[];
  /** Rows and what follows them. */
  body: TableLine[];
} & MoreTables;

/** In this order if several fit: a comma is also in amounts. */
const delimiters = ["\t", ";", "|", ","];
/** Says to Excel how to split the lines below. */
const delimiterLine = /^"?sep=.?"?[^\S\n]*(?=\n)/i;
const sample = { lines: 50, characters: 256 * 1024 };
const fewestColumns = 3;
/** Lines between a header and its first row, such as a balance. */
const mostBetween = 2;
/** A header further down isn't searched. */
const mostLinesAbove = 200;

/** Finds the table in a file (docs/reference/import.md, "CSV"). Throws a {@link StatementError} if there's none. */
export function findTable(whole: string, today: string): TableShape {
  const text = whole.replace(delimiterLine, "");
  const delimiter = delimiterOf(text);
  const lines = delimiter === null ? [] : splitTable(text, delimiter);
  const header = headerIndex(lines, today);
  const first = header === null ? lines.findIndex((_, index) => startsRun(lines, index, today)) : header + 1;
  if (first === -1) throw withoutRows(lines);
  return {
    header: header === null ? null : (lines[header]?.cells ?? null),
    above: lines.slice(0, header ?? first),
    ...moreTables(lines.slice(first), {
      header: header === null ? null : (lines[header]?.cells ?? null),
      above: lines.slice(0, header ?? first),
      dateIn: (cells) => dateIn(cells, today),
      isHeader: (rest, at) =>
        looksLikeHeader(rest[at]?.cells ?? [], today) && firstRow(rest, at, today) !== null,
    }),
  };
}

/** Returns the delimiter with which most of the first lines have the same number of cells, at least three. */
function delimiterOf(text: string): string | null {
  let best = { delimiter: "", lines: 0 };
  let refusal: unknown = null;
  for (const delimiter of delimiters) {
    try {
      const lines = linesOfOneLength(splitTable(text, delimiter, sample));
      if (lines > best.lines) best = { delimiter, lines };
    } catch (error) {
      // With a wrong delimiter, quotes don't close.
      refusal = error;
    }
  }
  if (best.lines === 0 && refusal !== null) throw refusal;
  return best.lines === 0 ? null : best.delimiter;
}

function linesOfOneLength(lines: readonly TableLine[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of lines) {
    if (cells.length >= fewestColumns) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** Returns true for cells with a date and, elsewhere, an amount. */
export function looksLikeRow(cells: readonly string[], today: string): boolean {
  const isDate = cells.map((cell) => dateParts(cell, today) !== null);
  return (
    isDate.includes(true) &&
    cells.some((cell, index) => isDate[index] === false && amountParts(cell) !== null)
  );
}

/** Returns the place of the date in a row; null if it doesn't look like one. */
function dateIn(cells: readonly string[], today: string): number | null {
  return looksLikeRow(cells, today) ? cells.findIndex((cell) => dateParts(cell, today) !== null) : null;
}

/** Returns true for a row that another one with its date in the same place follows, or nothing. */
function startsRun(lines: readonly TableLine[], index: number, today: string): boolean {
  const placeOfDate = (at: number) => dateIn(lines[at]?.cells ?? [], today);
  const place = placeOfDate(index);
  if (place === null) return false;
  return index + 1 >= lines.length || placeOfDate(index + 1) === place || placeOfDate(index + 2) === place;
}

/** Returns the line with the columns' names, with rows right below it: one that names a date and an amount, or else any words. */
function headerIndex(lines: readonly TableLine[], today: string): number | null {
  const isHeader = (index: number) => looksLikeHeader(lines[index]?.cells ?? [], today);
  const candidates = lines.slice(0, mostLinesAbove).flatMap((_, index) => {
    const row = isHeader(index) ? firstRow(lines, index, today) : null;
    return row === null ? [] : [{ index, row }];
  });
  const named = candidates.find(({ index }) => isKnownHeader(lines[index]?.cells ?? []));
  if (named !== undefined) return named.index;
  const unnamed = candidates.find(({ row }) => startsRun(lines, row, today));
  // A line of words above the header has the same first row.
  return candidates.findLast(({ row }) => row === unnamed?.row)?.index ?? null;
}

/** Returns the first row below a header; null if there's none right below it. */
function firstRow(lines: readonly TableLine[], header: number, today: string): number | null {
  const steps = Array.from({ length: mostBetween + 1 }, (_, index) => header + index + 1);
  return steps.find((at) => looksLikeRow(lines[at]?.cells ?? [], today)) ?? null;
}

/** Returns true for names: different words, or whatever else stands beside the names of a date and an amount. */
function looksLikeHeader(cells: readonly string[], today: string): boolean {
  const names = cells.filter((cell) => cell !== "").map((cell) => cell.toLowerCase());
  const areWords = new Set(names).size === names.length && names.every((name) => /\p{L}/u.test(name));
  return (
    names.length >= fewestColumns &&
    names.every((name) => dateParts(name, today) === null && amountParts(name) === null) &&
    (areWords || isKnownHeader(cells))
  );
}

function withoutRows(lines: readonly TableLine[]): StatementError {
  const header = lines.findIndex(({ cells }) => isKnownHeader(cells));
  if (header === -1) {
    return new StatementError(
      "This isn’t a bank statement that can be read. Download it as OFX, QIF, CSV, CAMT, or MT940.",
    );
  }
  const unread = lines.slice(header + 1).find(({ cells }) => isFull(cells));
  if (unread !== undefined) {
    return new StatementError(
      `The rows of this table have no date and amount that can be read. The first is line ${unread.line}.`,
      unread.line,
    );
  }
  return new StatementError(
    "This table has columns, but no transactions. Export a longer period.",
    lines[header]?.line,
  );
}

/** Returns true for cells with numbers as a row has them, and not only a total. */
function isFull(cells: readonly string[]): boolean {
  return (
    cells.filter((cell) => cell !== "").length >= fewestColumns &&
    cells.filter((cell) => /\d/.test(cell)).length > 1
  );
}
