import {
  addMoney,
  money,
  negateMoney,
  shareOfMoney,
  sumMoney,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import { addMonths, monthOf } from "#shared/time/plain-dates.ts";
import { meanMonths, monthsOf, type Period } from "./report-period.ts";

/*
 * Figures of reports (docs/reference/money.md, "Reports"), in minor units of one currency. Spending is positive, as people say it.
 */

/** Sums of a month: in the period, in the period before, and, for a month before the period, in all of it. */
export type MonthSum = {
  month: string;
  now: Money;
  count: number;
  before: Money;
  whole: Money;
};

/** A figure by month, and compared with the time before. */
export type Figure = {
  amount: Money;
  count: number;
  /** One for each month of the period. */
  months: Money[];
  /** In the period before; null if the ledger doesn't go back as far. */
  previous: Money | null;
  /** Mean of a month, of the whole months before the period's first; only those that the ledger covers. */
  means: { months: number; amount: Money }[];
};

export type FigureScope = {
  period: Period;
  previous: Period;
  /** First day of the ledger; null without rows. */
  firstDay: string | null;
};

/** Adds up a figure of rows of months in any order. `isSpending` turns money out into spending. */
export function figureOf(
  sums: readonly MonthSum[],
  { period, previous, firstDay }: FigureScope,
  isSpending: boolean,
): Figure {
  const signed = (amount: Money) => (isSpending ? negateMoney(amount) : amount);
  const total = (amounts: Iterable<Money>) => signed(sumMoney(amounts));
  const byMonth = new Map<string, Money>();
  for (const { month, now } of sums) byMonth.set(month, addMoney(byMonth.get(month) ?? zeroMoney, now));
  const first = monthOf(period.from);
  const meanOf = (months: number) => {
    const start = addMonths(first, -months);
    const whole = sums.filter(({ month }) => month >= start && month < first).map((sum) => sum.whole);
    const amount = total(whole);
    return { months, amount: shareOfMoney(amount, 1, months) };
  };
  const covers = (month: string) => firstDay !== null && monthOf(firstDay) <= month;
  return {
    amount: total(sums.map(({ now }) => now)),
    count: sums.reduce((sum, { count }) => sum + count, 0),
    months: monthsOf(period).map(({ month }) => signed(byMonth.get(month) ?? zeroMoney)),
    previous: covers(monthOf(previous.from)) ? total(sums.map(({ before }) => before)) : null,
    means: meanMonths.filter((months) => covers(addMonths(first, -months))).map(meanOf),
  };
}

/** Returns the difference of two figures, such as income less spending. */
export function netOf(plus: Figure, minus: Figure): Figure {
  const less = (a: Money, b: Money) => addMoney(a, negateMoney(b));
  return {
    amount: less(plus.amount, minus.amount),
    count: plus.count + minus.count,
    months: plus.months.map((amount, index) => less(amount, minus.months[index] ?? zeroMoney)),
    previous: plus.previous === null || minus.previous === null ? null : less(plus.previous, minus.previous),
    means: plus.means.map(({ months, amount }, index) => ({
      months,
      amount: less(amount, minus.means[index]?.amount ?? zeroMoney),
    })),
  };
}

/** Returns the mean of a figure's transactions; 0 for none. */
export function meanOfRows({ amount, count }: Figure): Money {
  return count === 0 ? money(0) : shareOfMoney(amount, 1, count);
}
