import type { ReadOptions } from "../reading.ts";
import type { Question } from "../statement.ts";
import { profileColumns, sampleRows } from "./column-profile.ts";
import { cellOf } from "./column-roles.ts";
import type { ColumnRoles, StatementTableHead } from "./column-roles.ts";
import { guessColumns } from "./guess-columns.ts";
import { plainName } from "./header-words.ts";
import type { TableLine } from "./split-table.ts";
import { findTable } from "./table-shape.ts";

export type StatementTable = StatementTableHead & {
  /** Questions about columns that names and content leave open. */
  questions: Question[];
  /** Lines that aren't rows of the table. */
  above: TableLine[];
  below: TableLine[];
  rows: TableLine[];
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
  const guess = guessColumns({ names, profiles, rows: samples }, options.answers);
  const roles = isChosen ? (options.mapping?.roles ?? []) : guess.roles;
  const last = shape.body.findLastIndex(({ cells }) => isRow(cells, roles));
  return {
    fingerprint,
    columns: names.map((name, index) => ({
      name,
      samples: samples.slice(0, samplesShown).map((cells) => cells[index] ?? ""),
    })),
    roles,
    questions: isChosen ? [] : guess.questions,
    above: shape.above,
    below: shape.body.slice(last + 1),
    rows: shape.body.slice(0, last + 1),
  };
}

function fingerprintOf(header: readonly string[] | null, columns: number): string {
  if (header === null) return `${columns} columns`;
  return header.map(plainName).join("|").slice(0, 1000);
}

/** Returns true for a line that is a row, even one that can't be read: totals below a table have no number as their date. */
function isRow(cells: readonly string[], roles: ColumnRoles): boolean {
  const hasAmount = ["amount", "debit", "credit"] as const;
  return (
    /\d/.test(cellOf(cells, roles, "date")) && hasAmount.some((role) => cellOf(cells, roles, role) !== "")
  );
}
