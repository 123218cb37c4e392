import { addMoney, type Money } from "#shared/money.ts";
import { monthOfSource } from "./income-calendar.ts";
import { incomeTotals, isShown, type IncomeMonth, type IncomeTotals } from "../income-month.ts";
import type { IncomeSource } from "../income-source.ts";

/** A payment as the roll needs it; `counts` where nothing is wrong with its transaction (`paymentProblem`). */
export type RentRollPayment = {
  incomeSourceId: number;
  creditedMonth: string;
  amount: Money;
  counts: boolean;
};

/** A source's line: one cell for each month, and their totals. */
export type RentRollRow<Payment> = {
  source: IncomeSource;
  cells: (IncomeMonth & { payments: Payment[] })[];
  totals: IncomeTotals;
};

/**
 * Sources by months (docs/reference/money.md, "Rent roll"): those that are active or were paid in one of the months, each
 * payment in the cell of the month that it is credited to.
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
      return { ...monthOfSource(source, month, paidByMonth(ofCell), today), payments: ofCell };
    });
    return { source, cells, totals: incomeTotals(cells) };
  });
  return rows.filter(({ cells }) => cells.some((cell) => isShown(cell) || cell.payments.length > 0));
}

/** The totals of each column over rows of one currency. */
export function columnTotals(
  rows: readonly RentRollRow<unknown>[],
  months: readonly string[],
): (IncomeTotals & { month: string })[] {
  return months.map((month, at) => ({
    month,
    ...incomeTotals(rows.flatMap(({ cells }) => cells[at] ?? [])),
  }));
}

/** What counts of payments of one source, by the month that they are credited to. */
export function paidByMonth(
  payments: readonly Omit<RentRollPayment, "incomeSourceId">[],
): ReadonlyMap<string, Money> {
  const paid = new Map<string, Money>();
  for (const { creditedMonth, amount, counts } of payments) {
    const before = paid.get(creditedMonth);
    if (counts) paid.set(creditedMonth, before === undefined ? amount : addMoney(before, amount));
  }
  return paid;
}

function cellKey(incomeSourceId: number, month: string): string {
  return `${incomeSourceId} ${month}`;
}
