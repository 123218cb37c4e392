import { writePayeeList } from "#shared/text/payee-list.ts";

/** Filter of the ledger that has exactly a figure's transactions, in the names of GetLedger. */
export type FigureRows = {
  from: string;
  to: string;
  isoCurrencyCode: string;
  kind: "spending" | "income";
  /** −1: uncategorized. */
  financialCategoryId?: number;
  /** Payees by the name that is shown, on lines of their own. */
  payee?: string;
  exceptPayee?: string;
};

/** Subject of a row of a spending report: a category, a payee, all others, or everything. */
export type SpendingRow =
  | { is: "category"; financialCategoryId: number }
  | { is: "payees"; payees: readonly string[] }
  | { is: "others"; than: readonly string[] }
  | { is: "total" };

type Cell = Pick<FigureRows, "from" | "to" | "isoCurrencyCode">;

/** Returns the transactions of a figure of the spending report; null if they are of too many payees to name. */
export function rowsOfSpending({ from, to, isoCurrencyCode }: Cell, row: SpendingRow): FigureRows | null {
  const cell: FigureRows = { from, to, isoCurrencyCode, kind: "spending" };
  if (row.is === "total") return cell;
  if (row.is === "category") return { ...cell, financialCategoryId: row.financialCategoryId };
  const list = row.is === "payees" ? row.payees : row.than;
  // Without payees to name, the others are all.
  if (list.length === 0) return row.is === "payees" ? null : cell;
  const text = writePayeeList(list);
  if (text === null) return null;
  return row.is === "payees" ? { ...cell, payee: text } : { ...cell, exceptPayee: text };
}
