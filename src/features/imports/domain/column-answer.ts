import { columnRoles, type ColumnRole } from "./csv/columns/column-roles.ts";

/**
 * Reads the answer `columns`, which names the role of each column from the left, separated by commas and empty for none. Null if
 * there's no answer, or if it's for a table with another number of columns.
 */
export function readColumnAnswer(answer: string | undefined, columns: number): (ColumnRole | null)[] | null {
  if (answer === undefined) return null;
  const chosen = answer.split(",").map((name) => columnRoles.find((role) => role === name.trim()) ?? null);
  return chosen.length === columns ? chosen : null;
}
