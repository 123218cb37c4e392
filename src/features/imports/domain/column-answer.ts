import type { ColumnRole } from "./csv/column-roles.ts";

const roles = [
  "date",
  "authorizedDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "balance",
  "payee",
  "memo",
  "category",
  "currency",
  "checkNumber",
  "typeCode",
  "externalId",
  "account",
  "counterpartyAccount",
  "status",
  "mcc",
] as const satisfies readonly ColumnRole[];

/**
 * Reads the answer `columns`, which names the role of each column from the left, separated by commas and empty for none. Null if
 * there's no answer, or if it's for a table with another number of columns.
 */
export function readColumnAnswer(answer: string | undefined, columns: number): (ColumnRole | null)[] | null {
  if (answer === undefined) return null;
  const chosen = answer.split(",").map((name) => roles.find((role) => role === name.trim()) ?? null);
  return chosen.length === columns ? chosen : null;
}
