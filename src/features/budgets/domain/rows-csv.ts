import { csvFile } from "#shared/text/csv.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { unitsDigits } from "#shared/money.ts";

const head = [
  "Date",
  "Transaction",
  "Amount",
  "Currency",
  "Category",
  "Account",
  "Pending",
  "Note",
  "Bank's id",
];

/** Rows of a budget as a file for spreadsheets; amounts > 0 came in, as on every screen. */
export function rowsCsv(rows: readonly TransactionView[]): string {
  return csvFile([head, ...rows.map(line)]);
}

function line(row: TransactionView) {
  return [
    row.date,
    row.name,
    { digits: unitsDigits(row.amount, row.isoCurrencyCode) },
    row.isoCurrencyCode,
    row.category?.name ?? "",
    row.account.official_name,
    row.pending ? "Pending" : "",
    note(row),
    row.transaction_id,
  ];
}

/** Why a row may be missing in the totals. */
function note(row: TransactionView): string {
  if (row.removedByBank) return "Removed by the bank";
  if (row.isIncome && !row.countsAsSpending) return "Income, not counted";
  if (row.transfer === "paired") return "Transfer";
  return row.transfer === "likely" ? "Looks like a transfer" : "";
}
