import { csvFile } from "#shared/text/csv.ts";
import type { PartView, TransactionView } from "#shared/finance-shapes.ts";
import { unitsDigits } from "#shared/money.ts";
import { kindNames } from "#shared/row-kinds.ts";
import type { LedgerQuery } from "./ledger-shapes.ts";

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
  "Your Note",
  "Tags",
];

type CategoryFilter = Pick<LedgerQuery, "financialCategoryId">;

/**
 * Formats rows of a budget as CSV, each part of a split row on its own, and of a category only the parts that count in it; amounts
 * > 0 are money in, as on every screen.
 */
export function rowsCsv(rows: readonly TransactionView[], filter: CategoryFilter): string {
  const isUnfiltered = filter.financialCategoryId === undefined;
  const isWanted = (part: PartView) => isUnfiltered || (!part.leftOut && isInCategory(part, filter));
  return csvFile([head, ...rows.flatMap((row) => lines(row, isWanted)).map((one) => one.cells)]);
}

/** Formats rows of the ledger as CSV: those of a budget, with what they are and why. */
export function ledgerCsv(
  rows: readonly TransactionView[],
  { kind, ...filter }: CategoryFilter & Pick<LedgerQuery, "kind">,
): string {
  const found = rows.flatMap((row) =>
    lines(row, (part) => (kind === undefined || kindOf(part, row) === kind) && isInCategory(part, filter)),
  );
  return csvFile([
    [...head, "Kind", "Reason"],
    ...found.map(({ row, cells }) => cells.concat(kindNames[row.kind], row.why)),
  ]);
}

function isInCategory(part: PartView, { financialCategoryId = part.financialCategoryId }: CategoryFilter) {
  return part.financialCategoryId === financialCategoryId;
}

function kindOf({ leftOut }: PartView, row: TransactionView) {
  return leftOut ? "leftOut" : row.kind;
}

/** Returns the lines of a row: one for each part wanted, with the row's ID, or one for a whole row. */
function lines(row: TransactionView, isWanted: (part: PartView) => boolean) {
  if (row.parts.length === 0) return [{ row, cells: line(row) }];
  return row.parts.filter(isWanted).map((one) => {
    const { amount, financialCategoryId, categoryName, note } = one;
    const category = categoryName === null ? null : { financialCategoryId, name: categoryName };
    const part: TransactionView = {
      ...row,
      amount,
      category,
      note: note === "" ? row.note : note,
      kind: kindOf(one, row),
    };
    return { row: part, cells: line(part) };
  });
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
    remark(row),
    row.name,
    row.transaction_id,
    row.note,
    row.tags.map(({ name }) => name).join(", "),
  ];
}

/** Returns the reason why a row isn't counted, or may not be. */
function remark(row: TransactionView): string {
  if (row.removedByBank) return "Removed by the bank";
  if (row.kind === "income") return "Income, not counted";
  if (row.kind === "leftOut") return "Left out";
  if (row.kind === "transfer") return "Transfer";
  return row.isTransferLike ? "Looks like a transfer" : "";
}
