import type { ReadOptions } from "../reading.ts";
import type { Question } from "../statement.ts";
import { amountParts } from "../values/amount-text.ts";
import { isLongerThan, profileColumns, sampleRows } from "./columns/column-profile.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRole, ColumnRoles, StatementTableHead } from "./columns/column-roles.ts";
import { guessColumns } from "./columns/guess-columns.ts";
import { plainName } from "./columns/header-words.ts";
import { withoutOwnName } from "./columns/own-name.ts";
import type { TableLine } from "./split-table.ts";
import { findTable } from "./table-shape.ts";
import type { OtherTable } from "./more-tables.ts";

export type StatementTable = StatementTableHead & {
  /** Questions about columns that names and content leave open. */
  questions: Question[];
  /** Lines that aren't rows of the table. */
  above: TableLine[];
  below: TableLine[];
  rows: TableLine[];
  /** Tables further down that aren't read. */
  others: OtherTable[];
  isSignProven: boolean;
};

const samplesShown = 5;

/** Finds a file's table and what its columns mean. Throws a `StatementError` if there's none. */
export function readStatementTable(text: string, options: ReadOptions): StatementTable {
  const shape = findTable(text, options.today);
  const samples = sampleRows(shape, options.today);
  const profiles = profileColumns(samples, options.today);
  const names = profiles.map((_, index) => shape.header?.[index] ?? "");
  const fingerprint = fingerprintOf(shape.header, profiles.length);
  const isChosen = options.mapping?.fingerprint === fingerprint;
  const guess = guessColumns({ names, profiles, rows: samples, options });
  const roles = isChosen ? (options.mapping?.roles ?? []) : guess.roles;
  const width = shape.header === null ? Infinity : Math.max(shape.header.length, profiles.length);
  const tables = [shape.body, ...shape.more].map((all) => {
    const lines = withDetails(withoutOverflow(all, roles, width), roles);
    const end = lines.findLastIndex(({ cells }) => isRow(cells, roles)) + 1;
    return { rows: lines.slice(0, end), below: lines.slice(end) };
  });
  return {
    fingerprint,
    columns: names.map((name, index) => ({
      name,
      samples: samples.slice(0, samplesShown).map((cells) => cells[index] ?? ""),
    })),
    roles,
    questions: isChosen ? [] : guess.questions,
    above: shape.above,
    below: tables.flatMap(({ below }) => below),
    rows: withoutOwnName(joined(tables.map(({ rows }) => rows)), names, roles),
    others: shape.others,
    isSignProven: !isChosen && guess.isSignProven,
  };
}

/** Joins lists, of which there's mostly one. */
function joined<T>(lists: readonly T[][]): T[] {
  const [first = []] = lists;
  return lists.length <= 1 ? first : lists.flat();
}

function fingerprintOf(header: readonly string[] | null, columns: number): string {
  if (header === null) return `${columns} columns`;
  return header.map(plainName).join("|").slice(0, 1000);
}

/**
 * Returns true for a line that is a row, even one that can't be read: totals below a table have no number as their date. A row
 * that the bank hasn't booked may have only the other date.
 */
function isRow(cells: readonly string[], roles: ColumnRoles): boolean {
  const isDated = (["date", "authorizedDate"] as const).some((role) => /\d/.test(cellOf(cells, roles, role)));
  return isDated && cells.some((cell, index) => holdsMoney(cell, roles[index] ?? null));
}

/** Gives rows the text of the lines below them that have nothing else, in a table where each row names its account. */
function withDetails(lines: TableLine[], roles: ColumnRoles): TableLine[] {
  if (!roles.includes("account")) return lines;
  const own: TableLine[] = [];
  for (const line of lines) {
    const row = own.at(-1);
    if (row !== undefined && hasOnlyText(line.cells, roles) && isRow(row.cells, roles)) {
      const details = [row.details ?? "", ...line.cells].join(" ");
      own[own.length - 1] = Object.assign({}, row, { details });
    } else own.push(line);
  }
  return own;
}

/** Joins values behind the last column to its text. If it has none, or could be part of an amount, the row is too long to be read. */
function withoutOverflow(lines: TableLine[], roles: ColumnRoles, columns: number): TableLine[] {
  const isText = roles[columns - 1] === "payee" || roles[columns - 1] === "memo";
  return lines.map((line) => {
    if (!isLongerThan(line.cells, columns)) return line;
    const last = line.cells.slice(columns - 1);
    return isText && last.every((cell) => amountParts(cell) === null)
      ? { ...line, cells: [...line.cells.slice(0, columns - 1), last.join(" ").trim()] }
      : { ...line, isTooLong: true };
  });
}

function hasOnlyText(cells: readonly string[], roles: ColumnRoles): boolean {
  return cells.every((cell, index) => cell === "" || roles[index] === "payee" || roles[index] === "memo");
}

function holdsMoney(cell: string, role: ColumnRole | null): boolean {
  if (role === "amount" || role === "debit" || role === "credit") return cell !== "";
  // Money in a column that isn't read must be told.
  return role === null && /[.,]\d/.test(cell) && amountParts(cell) !== null;
}
