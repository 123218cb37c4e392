import { money, negateMoney } from "#shared/money.ts";
import { accountHint, periodOf } from "../accounts/account-parts.ts";
import { proveBalances } from "../accounts/balance-proof.ts";
import { findIban } from "../accounts/iban.ts";
import type {
  Balance,
  RefusedRow,
  StatementAccount,
  StatementAccountHint,
  StatementRow,
} from "../statement.ts";
import { cleanText } from "../values/clean-text.ts";
import { cellOf } from "./column-roles.ts";
import type { ColumnRoles } from "./column-roles.ts";
import type { StatementTable } from "./csv-table.ts";
import type { SignDecision } from "./decide-sign.ts";
import { findRunningBalance } from "./running-balance.ts";
import type { RunningBalance } from "./running-balance.ts";
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
  return [...groups.values()].map((group) => ({ ...group, running: runningOf(group.rows) }));
}

function runningOf(rows: readonly StatementRow[]): RunningBalance | null {
  const balances = rows.map(({ amount, runningBalance }) => ({ amount, balance: runningBalance }));
  return findRunningBalance(balances, descends(rows));
}

/** What the table says about its accounts. */
type TableFacts = { table: StatementTable; isoCurrencyCode: string | null; alone: boolean };

/** Returns an account with its rows oldest first, signs decided, and proven by its running balance. */
export function csvAccount(
  group: AccountGroup,
  { isFlipped }: SignDecision,
  facts: TableFacts,
): StatementAccount {
  const { running } = group;
  const printed = (running?.isDescending ?? descends(group.rows)) ? group.rows.toReversed() : group.rows;
  // Balances of cards are often what is owed: they rise by money out.
  const isOwed = running !== null && (running.sign === -1) !== isFlipped;
  const rows = printed.map((row) => ({
    ...row,
    amount: isFlipped ? negated(row.amount) : row.amount,
    runningBalance: running === null ? null : isOwed ? negatedOrNull(row.runningBalance) : row.runningBalance,
  }));
  const balances = balancesOf(rows);
  return {
    hint: hintOf(group, facts),
    period: periodOf(rows),
    ...balances,
    ...proveBalances(balances.opening, balances.closing, rows),
    rows,
    refused: group.refused,
  };
}

function negated(amount: number): number {
  return negateMoney(money(amount));
}

function negatedOrNull(amount: number | null): number | null {
  return amount === null ? null : negated(amount);
}

function descends(rows: readonly StatementRow[]): boolean {
  return (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "");
}

/** Returns the balances before the first row and after the last, if all rows are in one currency and posted. */
function balancesOf(rows: readonly StatementRow[]): { opening: Balance | null; closing: Balance | null } {
  const first = rows[0];
  const last = rows.at(-1);
  const isMixed = rows.some(
    ({ isoCurrencyCode, pending }) => pending || isoCurrencyCode !== first?.isoCurrencyCode,
  );
  if (first === undefined || last === undefined || isMixed) return { opening: null, closing: null };
  const { runningBalance: after } = first;
  return {
    opening: after === null ? null : { amount: after - first.amount, date: null },
    closing: last.runningBalance === null ? null : { amount: last.runningBalance, date: last.date },
  };
}

function hintOf(
  { account }: AccountGroup,
  { table, isoCurrencyCode, alone }: TableFacts,
): StatementAccountHint {
  const isNumber = /\d{4}/.test(account.replaceAll(/\s/g, ""));
  const above = alone ? findIban(table.above.map(({ cells }) => cells.join(" ")).join("\n")) : null;
  return accountHint({
    accountId: isNumber ? account : above,
    name: isNumber || account === "" ? null : account,
    isoCurrencyCode,
  });
}
