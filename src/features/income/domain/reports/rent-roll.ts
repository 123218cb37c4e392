import { addMoney, type Money } from "#shared/money.ts";
import { monthOfSource } from "./income-calendar.ts";
import { incomeTotals, isShown, type IncomeMonth, type IncomeTotals } from "../income-month.ts";
import type { IncomeSource } from "../income-source.ts";

/** A payment of the rent roll; `counts` is true if its transaction has no problem (`paymentProblem`). */
export type RentRollPayment = {
  incomeSourceId: number;
  creditedMonth: string;
  period: string;
  amount: Money;
  counts: boolean;
};

/** Row of a source: one cell per month, and totals. */
export type RentRollRow<Payment> = {
  source: IncomeSource;
  cells: (IncomeMonth & { payments: Payment[] })[];
  totals: IncomeTotals;
};

/**
 * Builds the rent roll (docs/reference/money.md, "Rent roll"): sources that are active or paid in one of the months,
 * with each payment in the month it is credited to.
 */
export function rentRollRows<Payment extends RentRollPayment>(
  sources: readonly IncomeSource[],
  payments: readonly Payment[],
  months: readonly string[],
  today: string,
): RentRollRow<Payment>[] {
  const byCell = Map.groupBy(payments, ({ incomeSourceId, creditedMonth }) =>
    cellKey(incomeSourceId, creditedMonth),
  );
  const rows = sources.map((source) => {
    const cells = months.map((month) => {
      const ofCell = byCell.get(cellKey(source.incomeSourceId, month)) ?? [];
      return { ...monthOfSource(source, month, paidByPeriod(ofCell), today), payments: ofCell };
    });
    return { source, cells, totals: incomeTotals(cells) };
  });
  return rows.filter(({ cells }) => cells.some((cell) => isShown(cell) || cell.payments.length > 0));
}

/** Returns the totals of each column for rows of one currency. */
export function columnTotals(
  rows: readonly RentRollRow<unknown>[],
  months: readonly string[],
): (IncomeTotals & { month: string })[] {
  return months.map((month, at) => ({
    month,
    ...incomeTotals(rows.flatMap(({ cells }) => cells[at] ?? [])),
  }));
}

/** Sums the payments of one source that count, by the period that they pay. */
export function paidByPeriod(
  payments: readonly Pick<RentRollPayment, "period" | "amount" | "counts">[],
): ReadonlyMap<string, Money> {
  const paid = new Map<string, Money>();
  for (const { period, amount, counts } of payments) {
    const before = paid.get(period);
    if (counts) paid.set(period, before === undefined ? amount : addMoney(before, amount));
  }
  return paid;
}

function cellKey(incomeSourceId: number, month: string): string {
  return `${incomeSourceId} ${month}`;
}
