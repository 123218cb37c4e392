import { amountParts } from "../../values/amount-text.ts";
import { closestOrders } from "../../values/date-order.ts";
import { dateOrders, dateParts, inOrder } from "../../values/date-text.ts";
import type { DateOrder } from "../../values/date-text.ts";
import { isDateColumn } from "./column-profile.ts";
import type { Columns } from "./column-guess.ts";
import { findRunningBalance } from "../running-balance.ts";
import type { RunningBalance } from "../running-balance.ts";

/** Returns what a row moves. */
export type Moved = (cells: readonly string[]) => number;

type Fit = RunningBalance & { amount: number; balance: number };

/**
 * Returns the column of amounts and the column of balances that fit best, before decimals and dates are decided; null if none
 * fit. If several fit as well, balances that rise by positive amounts win.
 */
export function bestFit(
  columns: Columns,
  amounts: readonly { amount: number; moved: Moved }[],
  balances: readonly number[],
): Fit | null {
  const dates = looseDates(columns);
  const fits = amounts.flatMap(({ amount, moved }) =>
    balances.flatMap((balance) => {
      if (balance === amount) return [];
      const rows = columns.rows.map((cells, row) => ({
        amount: moved(cells),
        balance: looseMinor(cells[balance]),
        date: dates[row] ?? "",
      }));
      const found = findRunningBalance(rows);
      return found === null || found.agreeing < 2 ? [] : [{ ...found, amount, balance }];
    }),
  );
  return fits.toSorted((a, b) => b.agreeing - a.agreeing || b.sign - a.sign)[0] ?? null;
}

/** Returns the rows' dates if it's clear whether they run forward or backward; otherwise none. */
function looseDates({ profiles, rows, options }: Columns): string[] {
  const place = profiles.findIndex(isDateColumn);
  const datesIn = (order: DateOrder) =>
    rows.flatMap((cells) => {
      const parts = dateParts(cells[place] ?? "", options.today);
      return parts === null ? [] : (inOrder(parts, order) ?? []);
    });
  const complete = dateOrders.filter((order) => datesIn(order).length === rows.length);
  const possible = closestOrders(complete, datesIn).map(datesIn);
  const ways = new Set(possible.map((dates) => (dates[0] ?? "") > (dates.at(-1) ?? "")));
  return ways.size === 1 ? (possible[0] ?? []) : [];
}

/** Reads an amount only to compare it with others of its column: its digits, which share their decimals. */
export function looseMinor(cell: string | undefined): number | null {
  const parts = amountParts(cell ?? "");
  const digits = parts?.core.replaceAll(/\D/g, "") ?? "";
  if (parts === null || digits.length > 15) return null;
  return parts.isNegative ? 0 - Number(digits) : Number(digits);
}
