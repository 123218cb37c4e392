import type { StatementAccountType } from "../statement.ts";
import { amountOrNull } from "../values/amount-text.ts";
import type { DecimalSign } from "../values/amount-text.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRoles } from "./columns/column-roles.ts";
import { agreeingPairs } from "./running-balance.ts";
import type { TableLine } from "./split-table.ts";

/** Signs that the columns for money out and in print their own money with; the other sign takes some back. */
export type SplitSigns = { debitSign: 1 | -1; creditSign: 1 | -1 };

/** A line's cells in such columns, in minor units; 0 for an empty one. */
export type SplitRow = {
  account: string;
  date: string;
  debit: number;
  credit: number;
  balance: number | null;
};

export type Half = "debit" | "credit";

/** Decided signs, and the columns with both signs that nothing proves. */
type SplitDecision = { signs: SplitSigns; unproven: Half[] };

/** Decisions that cells are read with; `decimals` is the currency's number of them. */
export type CellReading = {
  roles: ColumnRoles;
  decimal: DecimalSign;
  decimals: number;
  readDate: (text: string) => string | null;
};

export function splitRow(
  { cells }: TableLine,
  { roles, decimal, decimals, readDate }: CellReading,
): SplitRow {
  const amountIn = (role: Half | "balance") => amountOrNull(cellOf(cells, roles, role), decimal, decimals);
  return {
    account: cellOf(cells, roles, "account"),
    date: readDate(cellOf(cells, roles, "date")) ?? "",
    debit: amountIn("debit") ?? 0,
    credit: amountIn("credit") ?? 0,
    balance: amountIn("balance"),
  };
}

/** Returns true for accounts whose balances banks often print as what is owed. */
export function isOwed(accountType: StatementAccountType | null): boolean {
  return accountType === "card" || accountType === "loan";
}

/** Returns true for such accounts, and for those that may be one. */
export function canBeOwed(accountType: StatementAccountType | null): boolean {
  return accountType === null || isOwed(accountType);
}

/**
 * Decides the signs of columns for money out and in (docs/reference/import.md, "Signs"): those that the running balance fits best.
 * If several fit as well, such as both signs turned and a balance of what is owed, most cells go the way of their column.
 */
export function decideSplitSigns(
  rows: readonly SplitRow[],
  accountType: StatementAccountType | null,
): SplitDecision {
  const accounts = [...Map.groupBy(rows, ({ account }) => account).values()];
  const balanceSigns = canBeOwed(accountType) ? ([1, -1] as const) : ([1] as const);
  const usual = { debitSign: usualSign(rows, "debit"), creditSign: usualSign(rows, "credit") };
  const readings = [
    usual,
    turned(usual, "debit"),
    turned(usual, "credit"),
    turned(turned(usual, "debit"), "credit"),
  ];
  const candidates = readings.flatMap((signs) =>
    balanceSigns.map((sign) => ({
      signs,
      sign,
      fitting: fittingPairs(accounts, signs, sign),
      regular: regularCells(rows, signs),
    })),
  );
  const [best] = candidates.toSorted(
    (a, b) => b.fitting - a.fitting || b.regular - a.regular || b.sign - a.sign,
  );
  const signs = best?.signs ?? usual;
  const isProven = (half: Half) =>
    candidates
      .filter((other) => other.signs[`${half}Sign`] !== signs[`${half}Sign`] && other.sign === best?.sign)
      .every(({ fitting }) => fitting < (best?.fitting ?? 0));
  const halves: Half[] = ["debit", "credit"];
  return { signs, unproven: halves.filter((half) => hasBothSigns(rows, half) && !isProven(half)) };
}

/** Returns a row's amount, positive for money in. */
export function splitAmountOf(
  { debit, credit }: Pick<SplitRow, Half>,
  { debitSign, creditSign }: SplitSigns,
): number {
  return credit * creditSign - debit * debitSign + 0;
}

/** Counts pairs of neighboring rows whose balances move by the amounts. */
function fittingPairs(accounts: readonly SplitRow[][], signs: SplitSigns, sign: 1 | -1): number {
  const amounts = accounts.map((rows) =>
    rows.map((row) => ({ date: row.date, amount: splitAmountOf(row, signs), balance: row.balance })),
  );
  return agreeingPairs(amounts, sign);
}

/** Returns the commoner sign of a column. If both are as common, signs are as printed. */
function usualSign(rows: readonly SplitRow[], half: Half): 1 | -1 {
  const negative = rows.filter((row) => row[half] < 0).length;
  const positive = rows.filter((row) => row[half] > 0).length;
  if (negative === positive) return negative > 0 && half === "debit" ? -1 : 1;
  return negative > positive ? -1 : 1;
}

function hasBothSigns(rows: readonly SplitRow[], half: Half): boolean {
  return rows.some((row) => row[half] < 0) && rows.some((row) => row[half] > 0);
}

/** Counts cells that go the way of their column. */
function regularCells(rows: readonly SplitRow[], { debitSign, creditSign }: SplitSigns): number {
  return rows.reduce(
    (sum, { debit, credit }) => sum + Number(debit * debitSign > 0) + Number(credit * creditSign > 0),
    0,
  );
}

function turned(signs: SplitSigns, half: Half): SplitSigns {
  return half === "debit"
    ? { ...signs, debitSign: opposite(signs.debitSign) }
    : { ...signs, creditSign: opposite(signs.creditSign) };
}

function opposite(sign: 1 | -1): 1 | -1 {
  return sign === 1 ? -1 : 1;
}
