import { createTextPool } from "../values/clean-text.ts";
import { limits, tooManyRows } from "../reading.ts";
import { StatementError } from "../statement.ts";

/**
 * Line of a table with its cells. A cell in quotes can hold line ends, so it may take several lines of the file. `details` is the
 * text of the lines that go on with it; `isTooLong` is set if it has more values than the table has columns.
 */
export type TableLine = { line: number; cells: string[]; details?: string; isTooLong?: boolean };

/** Bounds for files that are no tables. */
const mostCharacters = 10_000;
const mostCells = 300;
const mostLinesInCell = 50;
/** Lines above and below the rows. */
const mostOtherLines = 1000;

/** Part of a file that is enough to recognize something. */
type Sample = { lines: number; characters: number };
const everything: Sample = { lines: Infinity, characters: Infinity };

/**
 * Splits text into cells (RFC 4180, and what banks write instead: quotes inside cells, `="001"`, rows of any length). Empty
 * lines are left out. Throws a {@link StatementError} for what is too long or never closes its quotes.
 *
 * The types of csv-parse need Node's, which code for the browser must not know.
 */
export function splitTable(text: string, delimiter: string, most: Sample = everything): TableLine[] {
  const lines: TableLine[] = [];
  const shared = createTextPool();
  const end = Math.min(text.length, most.characters);
  let at = 0;
  let line = 1;
  while (at < end && lines.length < most.lines) {
    if (text.charAt(at) === "\n") {
      at += 1;
      line += 1;
      continue;
    }
    const row = splitLine(text, at, line, delimiter);
    if (row.cells.some((cell) => cell !== "")) {
      // An array has only the room it needs after it was mapped.
      lines.push({ line, cells: row.cells.map((cell) => shared(cell)) });
    }
    if (lines.length > limits.rows + mostOtherLines) throw tooManyRows(line);
    at = row.end;
    line = row.nextLine;
  }
  return lines;
}

function splitLine(
  text: string,
  start: number,
  line: number,
  delimiter: string,
): { cells: string[]; end: number; nextLine: number } {
  const cells: string[] = [];
  let at = start;
  let nextLine = line + 1;
  for (;;) {
    const cell = cellAt(text, at, line, delimiter);
    cells.push(cell.text);
    nextLine += cell.lineEnds;
    if (cells.length > mostCells) throw tooLong(line);
    if (text.charAt(cell.end) !== delimiter) return { cells, end: cell.end + 1, nextLine };
    at = cell.end + 1;
  }
}

function tooLong(line: number): StatementError {
  return new StatementError(
    `Line ${line} is too long for a list of transactions, so this is no bank statement.`,
    line,
  );
}

type Cell = { text: string; end: number; lineEnds: number };

function cellAt(text: string, at: number, line: number, delimiter: string): Cell {
  let start = at;
  while (text.charAt(start) === " " && start - at < mostCharacters) start += 1;
  if (text.charAt(start) === '"') return quotedCell(text, start + 1, line, delimiter);
  if (text.startsWith('="', start)) return quotedCell(text, start + 2, line, delimiter);
  let end = start;
  while (end < text.length && text.charAt(end) !== delimiter && text.charAt(end) !== "\n") {
    end += 1;
    if (end - start > mostCharacters) throw tooLong(line);
  }
  return { text: unguarded(text.slice(start, end).trim()), end, lineEnds: 0 };
}

/** Reads up to the quote that a delimiter or the line's end follows; other quotes belong to the text. */
function quotedCell(text: string, start: number, line: number, delimiter: string): Cell {
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    const content = text.slice(
      start,
      Math.min(quote === -1 ? text.length : quote, start + mostCharacters + 1),
    );
    const lineEnds = content.split("\n").length - 1;
    if (quote === -1 || content.length > mostCharacters || lineEnds > mostLinesInCell)
      throw neverCloses(line);
    if (text.charAt(quote + 1) === '"') {
      at = quote + 2;
      continue;
    }
    const end = afterSpaces(text, quote + 1);
    if (end === text.length || text.charAt(end) === delimiter || text.charAt(end) === "\n") {
      return { text: unguarded(content.replaceAll('""', '"').trim()), end, lineEnds };
    }
    at = quote + 1;
  }
}

function neverCloses(line: number): StatementError {
  return new StatementError(
    `A quote that opens in line ${line} never closes, so the rows after it can’t be read.`,
    line,
  );
}

function afterSpaces(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === " " && end - at < mostCharacters) end += 1;
  return end;
}

/** Text that a spreadsheet would run as a formula, behind an apostrophe that banks and our own exports put before it. */
const guardedFormula = /^'(?=[\s\p{Cc}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\u2212])/u;

/** Takes off what protects a spreadsheet: `="…"`, which keeps digits from becoming a number, and the apostrophe before a formula. */
function unguarded(text: string): string {
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1);
  return guardedFormula.test(text) ? text.slice(1) : text;
}
