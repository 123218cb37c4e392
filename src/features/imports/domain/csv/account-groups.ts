import type { RefusedRow, StatementRow } from "../statement.ts";
import { cleanText } from "../values/clean-text.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRoles } from "./columns/column-roles.ts";
import { findRunningBalance } from "./running-balance.ts";
import type { AmountAndBalance, RunningBalance } from "./running-balance.ts";
import type { TableLine } from "./split-table.ts";

/** Rows of one account in a table, in the table's order and with its signs. */
export type AccountGroup = {
  /** Number or name in the account's column; empty if there's none. */
  account: string;
  rows: StatementRow[];
  refused: RefusedRow[];
  running: RunningBalance | null;
};

/** Reads lines and divides them by the account in their column. */
export function groupByAccount(
  lines: readonly TableLine[],
  roles: ColumnRoles,
  read: (line: TableLine) => StatementRow | RefusedRow,
): AccountGroup[] {
  const groups = new Map<string, AccountGroup>();
  for (const line of lines) {
    const account = cleanText(cellOf(line.cells, roles, "account"));
    const group = groups.get(account) ?? { account, rows: [], refused: [], running: null };
    groups.set(account, group);
    const row = read(line);
    if ("reason" in row) group.refused.push(row);
    else group.rows.push(row);
  }
  for (const group of groups.values()) group.running = runningOf(group.rows);
  return [...groups.values()];
}

function runningOf(rows: readonly StatementRow[]): RunningBalance | null {
  return findRunningBalance(balancesOf(rows));
}

/** Returns rows as a running balance is found in them. */
export function balancesOf(rows: readonly StatementRow[]): AmountAndBalance[] {
  return rows.map(({ date, amount, runningBalance }) => ({ date, amount, balance: runningBalance }));
}

/** Returns true for rows whose dates run backward. */
export function descends(rows: readonly StatementRow[]): boolean {
  return (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
}
