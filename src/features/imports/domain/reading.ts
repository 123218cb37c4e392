import { countText } from "#shared/text/counts.ts";
import type { ColumnMapping, StatementTableHead } from "./csv/columns/column-roles.ts";
import { StatementError } from "./statement.ts";
import type { Question, StatementAccount, StatementAccountType } from "./statement.ts";
import { isReadYear } from "./values/date-text.ts";

/** Facts about the person's side that a file may leave open. */
export type ReadOptions = {
  /** Today in the site's time zone. */
  today: string;
  /** Answers to questions of an earlier reading, of this file or of another one of the account, by question id. */
  answers: Readonly<Record<string, string>>;
  /** Columns that the person chose for tables with this header; null to guess them. */
  mapping: ColumnMapping | null;
  /** Type of the account that the rows are for, if it's known. */
  accountType: StatementAccountType | null;
  /** Currency of the account that the rows are for, if it's known. It counts where the file says none. */
  isoCurrencyCode: string | null;
};

/** Result of a format's reader; the format itself is known. */
export type Reading = {
  accounts: StatementAccount[];
  warnings: string[];
  questions: Question[];
  /** The table of a CSV file. */
  table?: StatementTableHead;
};

/** docs/reference/import.md, "Limits". */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  unpackedBytes: 50 * 1024 * 1024,
  zipMembers: 100,
  rows: 50_000,
  accounts: 100,
} as const;

/** Counts rows while they're read, so that a huge file ends early. Throws a {@link StatementError} beyond the limit. */
export function createRowCounter(): (line: number) => void {
  let rows = 0;
  return (line) => {
    rows += 1;
    if (rows > limits.rows) throw tooManyRows(line);
  };
}

export function tooManyRows(line: number): StatementError {
  const most = countText(limits.rows);
  return new StatementError(`This file has more than ${most} transactions. Export a shorter period.`, line);
}

/** Says why a row without a date that can be read is refused; `printed` is null or empty if there is none. */
export function notADate(printed: string | null): string {
  if (printed === null || printed.trim() === "") return "The date is missing.";
  const year = printedYear.exec(printed.trim())?.[0];
  return year !== undefined && !isReadYear(year)
    ? `${quoted(printed)} isn’t in the years 1900 to 2199.`
    : `${quoted(printed)} isn’t a date.`;
}

/** Year of a date as printed, at its beginning or its end. */
const printedYear = /^[1-9]\d{3}(?=\D|\d{4}(?:\D|\d{6}|$))|(?<=\D)[1-9]\d{3}$/;

/** Says why a row without an amount that can be read is refused. */
export function notAnAmount(printed: string | null): string {
  return printed === null || printed.trim() === ""
    ? "The amount is missing."
    : `${quoted(printed)} isn’t an amount.`;
}

/** Quotes a piece of the file in a sentence, shortened. */
export function quoted(text: string): string {
  const line = text
    .slice(0, 200)
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}
