import type { CsvNumber } from "#shared/text/csv.ts";
import { money, moneyDigits, toUnits } from "#shared/money.ts";

/** Database row with instants as ISO 8601 text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Value of an exported row, for the JSON and the CSV file. */
export type ExportCell = { name: string; json: unknown; csv: string | CsvNumber };

/** Rules for exporting a table's rows. */
export type RowShape = {
  /** Exported columns in order. */
  columns: readonly string[];
  /** Columns in minor units, exported as currency units. */
  moneyColumns: readonly string[];
};

/**
 * Returns the cells of a row. Amounts are in currency units (12.5 dollars, in CSV with all decimals); `currency` may be
 * null if the row has no amount. In CSV, lists and objects are JSON, and missing values are empty.
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
