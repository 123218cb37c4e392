import { money, negateMoney } from "#shared/money.ts";
import { accountHint, periodOf } from "../accounts/account-parts.ts";
import { proveBalances } from "../accounts/balance-proof.ts";
import { findIban } from "../accounts/iban.ts";
import type {
  Balance,
  StatementAccount,
  StatementAccountHint,
  StatementAccountType,
  StatementRow,
} from "../statement.ts";
import { amountOfRows, balancesOf, descends } from "./account-groups.ts";
import type { AccountGroup } from "./account-groups.ts";
import type { StatementTable } from "./csv-table.ts";
import type { SignDecision } from "./decide-sign.ts";
import { shouldRun } from "./running-balance.ts";
import { canBeOwed, isOwed } from "./split-signs.ts";

/** Facts of the table that its accounts share. */
type TableFacts = {
  table: StatementTable;
  isoCurrencyCode: string | null;
  accountType: StatementAccountType | null;
  alone: boolean;
};

/** Returns an account with its rows oldest first, signs decided, and proven by its running balance. */
export function csvAccount(
  group: AccountGroup,
  { isFlipped }: SignDecision,
  facts: TableFacts,
): StatementAccount {
  const { running } = group;
  const printed = (running?.isDescending ?? descends(group.rows)) ? group.rows.toReversed() : group.rows;
  // Balances of cards and loans are often what is owed: they rise by money out.
  const runsOwed = running !== null && (running.sign === -1) !== isFlipped && canBeOwed(facts.accountType);
  const rows = printed.map((row) => signedRow(row, isFlipped, running === null ? null : runsOwed));
  const balances =
    running === null ? statedBalances(group, isFlipped && isOwed(facts.accountType)) : balancesAround(rows);
  const contradicts = running === null && !isMixed(group.rows) && shouldRun(balancesOf(group.rows));
  return {
    hint: hintOf(group, facts),
    period: periodOf(rows),
    ...balances,
    ...(contradicts
      ? { addsUp: false, offBy: null }
      : proveBalances(balances.opening, balances.closing, rows)),
    rows,
    refused: group.refused,
  };
}

/** Returns a row with its sign; `isOwed` is null if its balance isn't a running one. */
function signedRow(row: StatementRow, isFlipped: boolean, isOwed: boolean | null): StatementRow {
  const { amount, runningBalance } = row;
  const balance = isOwed === null ? null : isOwed ? negatedOrNull(runningBalance) : runningBalance;
  // Most files need no change, and a copy of each row would take their memory twice.
  if (!isFlipped && balance === runningBalance) return row;
  return { ...row, amount: isFlipped ? negated(amount) : amount, runningBalance: balance };
}

function negated(amount: number): number {
  return negateMoney(money(amount));
}

function negatedOrNull(amount: number | null): number | null {
  return amount === null ? null : negated(amount);
}

/**
 * Returns the balances before the first row and after the last, if all rows are in one currency and posted; from the nearest
 * row with one.
 */
function balancesAround(rows: readonly StatementRow[]): { opening: Balance | null; closing: Balance | null } {
  const last = rows.at(-1);
  if (last === undefined || isMixed(rows) || rows.some(({ pending }) => pending))
    return { opening: null, closing: null };
  const firstKnown = rows.findIndex((row) => row.runningBalance !== null);
  const lastKnown = rows.findLastIndex((row) => row.runningBalance !== null);
  const [after, before] = [rows[firstKnown]?.runningBalance, rows[lastKnown]?.runningBalance];
  if (typeof after !== "number" || typeof before !== "number") return { opening: null, closing: null };
  return {
    opening: { amount: after - amountOfRows(rows.slice(0, firstKnown + 1)), date: null },
    closing: { amount: before + amountOfRows(rows.slice(lastKnown + 1)), date: last.date },
  };
}

/** Returns the balances that lines of a table without a running balance state. */
function statedBalances(
  { rows, stated }: AccountGroup,
  areOwed: boolean,
): {
  opening: Balance | null;
  closing: Balance | null;
} {
  const balance = (row: StatementRow | null) =>
    row === null || isMixed([row, ...rows]) || rows.some(({ pending }) => pending)
      ? null
      : { amount: areOwed ? negated(row.amount) : row.amount, date: row.date };
  return { opening: balance(stated.opening), closing: balance(stated.closing) };
}

function isMixed(rows: readonly StatementRow[]): boolean {
  return rows.some(({ isoCurrencyCode }) => isoCurrencyCode !== rows[0]?.isoCurrencyCode);
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
