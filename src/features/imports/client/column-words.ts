import type { ColumnRole } from "../domain/csv/columns/column-roles.ts";

/** Name of each meaning that a column can have. */
export const columnLabels: Record<ColumnRole, string> = {
  date: "Date",
  authorizedDate: "Date of purchase",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  direction: "In or out",
  balance: "Balance",
  payee: "Payee",
  memo: "Memo",
  category: "Category",
  currency: "Currency",
  checkNumber: "Check number",
  typeCode: "Type",
  externalId: "Transaction ID",
  account: "Account",
  counterpartyAccount: "Other account",
  status: "Status",
  mcc: "Merchant code",
};
