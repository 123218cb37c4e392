import type { RefusedRow, StatementRow } from "../statement.ts";
import { cleanText } from "../values/clean-text.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRoles } from "./columns/column-roles.ts";
import { balanceOfText, type StatedBalance } from "./columns/header-words.ts";
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
  /** Lines that only state a balance, such as "Saldo anterior"; null for none. */
  stated: { opening: StatementRow | null; closing: StatementRow | null };
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
    const group = groups.get(account) ?? {
      account,
      rows: [],
      refused: [],
      running: null,
      stated: { opening: null, closing: null },
    };
    groups.set(account, group);
    const row = read(line);
    if ("reason" in row) group.refused.push(row);
    else group.rows.push(row);
  }
  for (const group of groups.values()) {
    const { rows, stated } = withoutBalances(group.rows);
    Object.assign(group, { rows, stated, running: findRunningBalance(balancesOf(rows)) });
  }
  return [...groups.values()];
}

/**
 * Takes off the lines that state a balance or a total where others have their amount (docs/reference/import.md, "Balances"). One that
 * doesn't say which balance it is must be the last, and the rows before it must add up to it.
 */
function withoutBalances(rows: StatementRow[]): Pick<AccountGroup, "rows" | "stated"> {
  const named = new Map(rows.flatMap((row) => balanceOf(row) ?? []));
  if (named.size === 0 || named.size === rows.length)
    return { rows, stated: { opening: null, closing: null } };
  const oldestFirst = descends(rows) ? rows.toReversed() : rows;
  const opening = oldestFirst.find((row) => named.get(row) === "opening") ?? null;
  const last = oldestFirst.at(-1);
  const isMoved = (row: StatementRow) => named.get(row) === "any" || !named.has(row);
  const sum = (opening?.amount ?? 0) + amountOfRows(rows.filter((row) => row !== last && isMoved(row)));
  const isProven = (row: StatementRow) => row === last && named.get(row) === "any" && row.amount === sum;
  const closing =
    oldestFirst.findLast((row) => named.get(row) === "closing" || (opening !== null && isProven(row))) ??
    null;
  // Some banks print the lines, but no figures.
  const isEmpty = opening?.amount === 0 && closing?.amount === 0;
  return {
    rows: rows.filter((row) => isMoved(row) && !isProven(row)),
    stated: isEmpty ? { opening: null, closing: null } : { opening, closing },
  };
}

/** Returns a row with the balance that its text names; null if it names none. */
function balanceOf(row: StatementRow): [[StatementRow, StatedBalance]] | null {
  const { payee, memo } = row;
  const balance = balanceOfText(payee === "" ? (memo ?? "") : payee);
  return balance === null ? null : [[row, balance]];
}

/** Adds up rows, in minor units. */
export function amountOfRows(rows: readonly StatementRow[]): number {
  return rows.reduce((all, { amount }) => all + amount, 0);
}

/** Returns rows as a running balance is found in them. */
export function balancesOf(rows: readonly StatementRow[]): AmountAndBalance[] {
  return rows.map(({ date, amount, runningBalance }) => ({ date, amount, balance: runningBalance }));
}

/** Returns true for rows whose dates run backward. */
export function descends(rows: readonly StatementRow[]): boolean {
  return (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
}
