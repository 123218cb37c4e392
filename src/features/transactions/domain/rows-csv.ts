import { csvFile } from "#shared/text/csv.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { unitsDigits } from "#shared/money.ts";
import { kindNames } from "#shared/row-kinds.ts";

const head = [
  "Date",
  "Transaction",
  "Amount",
  "Currency",
  "Category",
  "Account",
  "Pending",
  "Note",
  "Original Text",
  "Transaction ID",
];

/** Formats rows of a budget as CSV; amounts > 0 are money in, as on every screen. */
export function rowsCsv(rows: readonly TransactionView[]): string {
  return csvFile([head, ...rows.map(line)]);
}

/** Formats rows of the ledger as CSV: those of a budget, with what they are and why. */
export function ledgerCsv(rows: readonly TransactionView[]): string {
  return csvFile([
    [...head, "Kind", "Reason"],
    ...rows.map((row) => [...line(row), kindNames[row.kind], row.why]),
  ]);
}

function line(row: TransactionView) {
  return [
    row.date,
    row.payee,
    { digits: unitsDigits(row.amount, row.isoCurrencyCode) },
    row.isoCurrencyCode,
    row.category?.name ?? "",
    row.account.official_name,
    row.pending ? "Pending" : "",
    note(row),
    row.name,
    row.transaction_id,
  ];
}

/** Returns the reason why a row isn't counted, or may not be. */
function note(row: TransactionView): string {
  if (row.removedByBank) return "Removed by the bank";
  if (row.kind === "income") return "Income, not counted";
  if (row.kind === "leftOut") return "Left out";
  if (row.kind === "transfer") return "Transfer";
  return row.isTransferLike ? "Looks like a transfer" : "";
}
