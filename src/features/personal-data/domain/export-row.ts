import type { CsvNumber } from "#shared/text/csv.ts";
import { money, moneyDigits, toUnits } from "#shared/money.ts";

/** A row as the database has it, its instants as text (ISO 8601). */
export type StoredRow = Readonly<Record<string, unknown>>;

/** One value of an exported row, for each of the two files that it goes into. */
export type ExportCell = { name: string; json: unknown; csv: string | CsvNumber };

/** How the rows of a table become those of a file. */
export type RowShape = {
  /** The columns that go out, in their order. */
  columns: readonly string[];
  /** Those that are minor units: they go out as units of their currency. */
  moneyColumns: readonly string[];
};

/**
 * The cells of a row. Amounts are in the currency's units (12.5 dollars, in CSV with all decimals); `currency` may be null
 * where the row has no amount. Lists and objects are JSON in CSV as well; what is missing is empty there.
 */
export function exportRow(
  row: StoredRow,
  { columns, moneyColumns }: RowShape,
  currency: string | null,
): ExportCell[] {
  return columns.map((name) => {
    const value = row[name] ?? null;
    if (moneyColumns.includes(name) && value !== null) return moneyCell(name, value, currency);
    return { name, json: value, csv: csvOf(value) };
  });
}

function moneyCell(name: string, value: unknown, currency: string | null): ExportCell {
  if (currency === null) throw new Error(`the amount ${name} has no currency`);
  const amount = money(Number(value));
  return { name, json: toUnits(amount, currency), csv: { digits: moneyDigits(amount, currency) } };
}

function csvOf(value: unknown): string | CsvNumber {
  if (value === null) return "";
  if (typeof value === "number") return { digits: `${value}` };
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}
