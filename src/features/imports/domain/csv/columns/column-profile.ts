import { amountParts } from "../../values/amount-text.ts";
import { dateParts } from "../../values/date-text.ts";
import { directionOf } from "./direction-words.ts";
import { statusOf } from "../status-words.ts";
import { looksLikeRow } from "../table-shape.ts";
import type { TableShape } from "../table-shape.ts";

/** Counts over the cells of a column that aren't empty. */
export type ColumnProfile = {
  filled: number;
  dates: number;
  amounts: number;
  /** Amounts with a separator; numbers without one are more often ids. */
  separated: number;
  /** Amounts with a sign for money out. */
  negative: number;
  directions: number;
  currencies: number;
  /** Cells with a letter. */
  worded: number;
  distinct: number;
  /** Cells that can be numbers of accounts. */
  accountNumbers: number;
  /** Cells with a bank's words for pending or booked rows. */
  statuses: number;
};

/** Rows whose cells are counted. */
const mostRows = 300;

/** Returns the rows that the columns are guessed from: those with a date and an amount, without the few that are too long. */
export function sampleRows({ body, header }: TableShape, today: string): string[][] {
  const rows = body
    .slice(0, mostRows)
    .map(({ cells }) => cells)
    .filter((cells) => looksLikeRow(cells, today));
  const fitting = rows.filter((cells) => header === null || !isLongerThan(cells, header.length));
  return fitting.length * 2 > rows.length ? fitting : rows;
}

/** Returns true if there are values behind the last column, as after a comma in a text without quotes. */
export function isLongerThan(cells: readonly string[], columns: number): boolean {
  return cells.slice(columns).some((cell) => cell !== "");
}

export function profileColumns(rows: readonly string[][], today: string): ColumnProfile[] {
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: columns }, (_, index) => {
    const cells = rows.map((row) => row[index] ?? "").filter((cell) => cell !== "");
    const count = (isOne: (cell: string) => boolean) => cells.filter(isOne).length;
    const isDate = (cell: string) => dateParts(cell, today) !== null;
    return {
      filled: cells.length,
      dates: count(isDate),
      amounts: count((cell) => !isDate(cell) && amountParts(cell) !== null),
      separated: count((cell) => !isDate(cell) && /[.,]/.test(amountParts(cell)?.core ?? "")),
      negative: count((cell) => amountParts(cell)?.isNegative === true),
      directions: count((cell) => directionOf(cell) !== null),
      currencies: count((cell) => /^[A-Z]{3}$/.test(cell)),
      worded: count((cell) => /\p{L}/u.test(cell)),
      distinct: new Set(cells).size,
      accountNumbers: count(isAccountNumber),
      statuses: count((cell) => statusOf(cell) !== null),
    };
  });
}

/** Returns true for a text such as an IBAN, `60-09-23 12345678`, or `…1234`. */
function isAccountNumber(cell: string): boolean {
  const bare = cell.slice(0, 60).replaceAll(/[\s'./*…-]/g, "");
  return /^(?:[A-Z]{2}\d{2}[A-Z\d]{8,30}|X*\d{4,34})$/i.test(bare);
}

export function isDateColumn({ filled, dates }: ColumnProfile): boolean {
  return filled > 0 && dates >= filled * 0.8;
}

export function isAmountColumn({ filled, amounts }: ColumnProfile): boolean {
  return filled > 0 && amounts >= filled * 0.9;
}

/** Returns true for a column that has only numbers of accounts. */
export function isAccountColumn({ filled, accountNumbers }: ColumnProfile): boolean {
  return filled > 0 && accountNumbers === filled;
}
