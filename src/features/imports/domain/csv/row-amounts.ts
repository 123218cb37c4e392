import { notAnAmount } from "../reading.ts";
import type { StatementAccountType } from "../statement.ts";
import { amountParts, readAmount } from "../values/amount-text.ts";
import type { AmountResult, DecimalSign } from "../values/amount-text.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRoles } from "./columns/column-roles.ts";
import { directionOf } from "./columns/direction-words.ts";
import { splitAmountOf } from "./split-signs.ts";
import type { SplitSigns } from "./split-signs.ts";
import type { TableLine } from "./split-table.ts";

/** The way a table prints amounts: one signed column, one with a word for the direction, or one column each for out and in. */
export type AmountLayout = { kind: "signed" | "directed" | "split" } & SplitSigns;

/** Returns how a table prints amounts. The signs of two columns follow from their rows (`decideSplitSigns`). */
export function amountLayout(roles: ColumnRoles, lines: readonly TableLine[]): AmountLayout {
  const signs = { debitSign: 1, creditSign: 1 } as const;
  if (!roles.includes("amount")) return { kind: "split", ...signs };
  // Signs that agree with the words already say it all.
  const isDirected = roles.includes("direction") && !lines.some(({ cells }) => agreesWithWord(cells, roles));
  return { kind: isDirected ? "directed" : "signed", ...signs };
}

function agreesWithWord(cells: readonly string[], roles: ColumnRoles): boolean {
  const isNegative = amountParts(cellOf(cells, roles, "amount"))?.isNegative === true;
  return isNegative && directionOf(cellOf(cells, roles, "direction")) === "out";
}

/** Reads a row's amount, positive for money in; a lone column as it's printed. */
export function rowAmount(
  cells: readonly string[],
  roles: ColumnRoles,
  layout: AmountLayout,
  decimal: DecimalSign,
  decimals: number,
): AmountResult {
  if (layout.kind === "split") return splitAmount(cells, roles, layout, decimal, decimals);
  const amount = readAmount(cellOf(cells, roles, "amount"), decimal, decimals);
  if (layout.kind === "signed" || !amount.ok) return amount;
  const word = cellOf(cells, roles, "direction");
  const direction = directionOf(word);
  if (direction === null)
    return { ok: false, reason: `“${word.slice(0, 40)}” says neither money in nor money out.` };
  return direction === "in" ? amount : { ok: true, amount: 0 - amount.amount };
}

/** Subtracts money out from money in; a row may have both. */
function splitAmount(
  cells: readonly string[],
  roles: ColumnRoles,
  layout: AmountLayout,
  decimal: DecimalSign,
  decimals: number,
): AmountResult {
  const printed = { debit: cellOf(cells, roles, "debit"), credit: cellOf(cells, roles, "credit") };
  if (printed.debit === "" && printed.credit === "") return { ok: false, reason: notAnAmount(null) };
  const read = (text: string): AmountResult =>
    text === "" ? { ok: true, amount: 0 } : readAmount(text, decimal, decimals);
  const debit = read(printed.debit);
  const credit = read(printed.credit);
  if (!debit.ok) return debit;
  if (!credit.ok) return credit;
  return { ok: true, amount: splitAmountOf({ debit: debit.amount, credit: credit.amount }, layout) };
}

/** Printed amounts of a lone column with their rows' texts. */
export type PrintedRow = { amount: number; text: string };

/** Words in the payments of a card's bill: money in. */
const cardPayment = /payment.{0,20}thank you|payment received|autopay|automatic payment/i;

/**
 * Guesses the sign of money out in a lone column whose balances don't prove it (docs/reference/import.md, "Signs"). Cards often
 * print purchases as positive amounts. Returns -1 if negative amounts are money out.
 */
export function likelyOutSign(rows: readonly PrintedRow[], accountType: StatementAccountType | null): 1 | -1 {
  const negative = rows.filter(({ amount }) => amount < 0).length;
  const positive = rows.filter(({ amount }) => amount > 0).length;
  if (rows.some(({ amount, text }) => amount < 0 && cardPayment.test(text))) return 1;
  return accountType === "card" && positive > negative ? 1 : -1;
}
