import { charsetOf, decodeFile } from "./bytes/decode.ts";
import { formatOf, isZip, refuseOtherFiles } from "./bytes/file-kind.ts";
import { zipMembers } from "./bytes/zip-members.ts";
import type { ZipMember } from "./bytes/zip-members.ts";
import { mergeAccounts } from "./accounts/account-merge.ts";
import { readCamt } from "./camt/camt-reader.ts";
import { readCsv } from "./csv/csv-reader.ts";
import { readStatementTable } from "./csv/csv-table.ts";
import type { StatementTable } from "./csv/csv-table.ts";
import type { StatementTableHead } from "./csv/columns/column-roles.ts";
import { readMt940 } from "./mt940/mt940-reader.ts";
import { readOfx } from "./ofx/ofx-reader.ts";
import { readQif } from "./qif/qif-reader.ts";
import { createRowCounter, limits } from "./reading.ts";
import type { ReadOptions, Reading } from "./reading.ts";
import { StatementError } from "./statement.ts";
import type { Statement, StatementFormat } from "./statement.ts";

const readers: Readonly<Record<StatementFormat, (text: string, options: ReadOptions) => Reading>> = {
  ofx: readOfx,
  qif: readQif,
  csv: readCsv,
  camt: readCamt,
  mt940: readMt940,
};

/**
 * Reads a bank statement file, or a ZIP of files of one format (docs/reference/import.md, "Formats"). The format, charset,
 * decimal sign, date order, and signs come from its content; what that doesn't settle is returned as questions, which a second
 * call answers. Takes time linear in the file's size. Throws a {@link StatementError} if nothing of it can be read.
 */
export function readStatement(bytes: Uint8Array, options: ReadOptions): Statement {
  refuseSize(bytes);
  const statement = isZip(bytes) ? readZip(zipMembers(bytes), options) : readOne(bytes, options);
  if (statement.accounts.length > limits.accounts) {
    throw new StatementError(`This file has more than ${limits.accounts} accounts.`);
  }
  return statement;
}

/**
 * Returns the table in a CSV file, for a screen that shows what its columns mean; null for other formats, whose fields have
 * names. Of a ZIP, it's the first file's. Throws a {@link StatementError} like {@link readStatement}.
 */
export function readTable(bytes: Uint8Array, options: ReadOptions): StatementTable | null {
  refuseSize(bytes);
  const [first] = isZip(bytes) ? zipMembers(bytes) : [{ name: "", bytes }];
  const text = textOf(first?.bytes ?? bytes);
  return formatOf(text) === "csv" ? readStatementTable(text, options) : null;
}

function refuseSize({ length }: Uint8Array): void {
  if (length === 0) throw new StatementError("This file is empty.");
  if (length > limits.fileBytes) {
    throw new StatementError(
      `This file is larger than ${limits.fileBytes / 1024 / 1024} MB. Export a shorter period.`,
    );
  }
}

function textOf(bytes: Uint8Array, charset?: string): string {
  refuseOtherFiles(bytes);
  const text = decodeFile(bytes, charset);
  if (text.trim() === "") throw new StatementError("This file is empty.");
  return text;
}

function readOne(bytes: Uint8Array, options: ReadOptions): Statement {
  const charset = charsetOf(bytes);
  const text = textOf(bytes, charset);
  const format = formatOf(text);
  const { accounts, warnings, questions, table } = readers[format](text, options);
  return { format, charset, accounts, warnings, questions, table: headOf(table) };
}

/** Reads the files of a ZIP as one statement. Problems name the file that they're in. */
function readZip(members: readonly ZipMember[], options: ReadOptions): Statement {
  const read = members.map((member) => ({ name: member.name, statement: readMember(member, options) }));
  const formats = [...new Set(read.map(({ statement }) => statement.format))];
  const [format] = formats;
  if (format === undefined || formats.length > 1) {
    throw new StatementError("The files in this ZIP are of different formats. Import them one by one.");
  }
  const countRow = createRowCounter();
  for (const { statement } of read) {
    for (const { rows } of statement.accounts) for (const { line } of rows) countRow(line);
  }
  const merged = mergeAccounts(read.flatMap(({ name, statement }) => named(name, statement, members.length)));
  const questions = new Map(read.flatMap(({ statement }) => statement.questions.map((one) => [one.id, one])));
  return {
    format,
    charset: read[0]?.statement.charset ?? "utf-8",
    accounts: merged.accounts,
    warnings: [...read.flatMap(({ statement }) => statement.warnings), ...merged.warnings],
    questions: [...questions.values()],
    table: read[0]?.statement.table ?? null,
  };
}

/** Leaves out the rows, which would keep the whole file in memory. */
function headOf(table: StatementTableHead | undefined): StatementTableHead | null {
  if (table === undefined) return null;
  const { fingerprint, columns, roles } = table;
  return { fingerprint, columns, roles };
}

function readMember({ name, bytes }: ZipMember, options: ReadOptions): Statement {
  try {
    return readOne(bytes, options);
  } catch (error) {
    if (error instanceof StatementError) throw new StatementError(`${name}: ${error.message}`, error.line);
    throw error;
  }
}

/** Puts the file's name before the reasons of its refused rows, unless it's the only file. */
function named(name: string, { accounts }: Statement, files: number): Statement["accounts"] {
  if (files === 1) return accounts;
  return accounts.map((account) => ({
    ...account,
    refused: account.refused.map(({ line, reason }) => ({ line, reason: `${name}: ${reason}` })),
  }));
}
