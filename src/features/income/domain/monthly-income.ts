import { compareMoney, money, percentOfMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import {
  addMonths,
  daysBetween,
  daysInMonth,
  firstDayOf,
  monthOf,
  monthsFrom,
} from "#shared/time/plain-dates.ts";

/*
 * Finds what a payer's unlinked deposits add up to in a month, where they keep no other rhythm (docs/reference/money.md,
 * "Detected sources"). Amounts are in minor units of the deposits' currency.
 */

/** A row of a payee; `amount` is positive in both directions, and `date` the payment date it would have. */
export type PayeeRow = {
  transactionId: number;
  institutionAccessItemId: number;
  date: string;
  amount: Money;
  name: string;
};

/** A monthly source that deposits suggest, with the deposits as payments of their months, oldest first. */
type MonthlyIncome = {
  amountDue: Money;
  /** 31 is the last day of any month. */
  dayOfMonthDue: number;
  startDate: string;
  payments: (PayeeRow & { creditedMonth: string })[];
};

const fewestMonths = 3;
/** A payer silent for longer has stopped. */
const longestSilenceDays = 45;
/** Part of all months that must have a deposit, and part of those that must have about the same total, in percent. */
const leastPercent = 66;
const tolerancePercent = 25;

type Month = { month: string; deposits: PayeeRow[]; total: Money };

/** Returns the monthly source that a payer's deposits at one bank suggest, which are sorted by date; null if they don't. */
export function monthlyIncomeOf(deposits: readonly PayeeRow[], today: string): MonthlyIncome | null {
  const [first, last] = [deposits[0], deposits.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (daysBetween(last.date, today) > longestSilenceDays) return null;
  const all = spread(monthsFrom(monthOf(first.date), monthOf(last.date)), deposits);
  const paid = all.filter(({ deposits: ofMonth }) => ofMonth.length > 0);
  if (paid.length < fewestMonths || paid.length * 100 < all.length * leastPercent) return null;
  // The first month may be only partly known, and this one isn't over.
  const complete = paid.filter((one, index) => index > 0 && one.month < monthOf(today));
  const middle = money(medianOf(complete.map(({ total }) => total)));
  const usual = complete.filter(({ total }) => isAbout(total, middle));
  if (usual.length < fewestMonths - 1 || usual.length * 100 < complete.length * leastPercent) return null;
  const months = paid.filter(({ total }, index) => index > 0 || isAbout(total, middle));
  const [start] = months;
  if (start === undefined) return null;
  return {
    amountDue: leastOf(usual.map(({ total }) => total)),
    dayOfMonthDue: dueDayOf(usual),
    startDate: firstDayOf(start.month),
    payments: months.flatMap(({ month, deposits: ofMonth }) =>
      ofMonth.map((deposit) => Object.assign({ creditedMonth: month }, deposit)),
    ),
  };
}

/** Credits deposits to months: two in one month, next to a month without any, pay one each. */
function spread(months: readonly string[], deposits: readonly PayeeRow[]): Month[] {
  const usualCount = Math.max(1, Math.round(deposits.length / months.length));
  const byMonth = new Map(
    months.map((month) => [month, deposits.filter((one) => monthOf(one.date) === month)]),
  );
  for (const month of months) {
    const ofMonth = byMonth.get(month) ?? [];
    if (ofMonth.length > 0) continue;
    const [before, after] = [byMonth.get(addMonths(month, -1)) ?? [], byMonth.get(addMonths(month, 1)) ?? []];
    const moved =
      after.length > usualCount ? after.shift() : before.length > usualCount ? before.pop() : undefined;
    if (moved !== undefined) ofMonth.push(moved);
  }
  return months.map((month) => {
    const ofMonth = byMonth.get(month) ?? [];
    return { month, deposits: ofMonth, total: sumMoney(ofMonth.map(({ amount }) => amount)) };
  });
}

/** Returns the day by which a month's deposits have usually arrived; 31 for one that follows the month's end. */
function dueDayOf(months: readonly Month[]): number {
  return usualDay(
    months.flatMap(({ deposits }) => deposits.at(-1)?.date ?? []),
    2,
  );
}

/** Returns the upper median of the dates' days; 31, the last day, if they follow the ends of months by up to `daysToEnd`. */
export function usualDay(dates: readonly string[], daysToEnd: number): number {
  const days = dates.map(dayNumberOf);
  const toEnd = dates.map((date) => daysInMonth(monthOf(date)) - dayNumberOf(date));
  return Math.max(...days) >= 29 && medianOf(toEnd) <= daysToEnd ? 31 : medianOf(days);
}

/** Returns the day of a date in its month, from 1. */
export function dayNumberOf(date: string): number {
  return Number(date.slice(8));
}

function isAbout(total: Money, middle: Money): boolean {
  return (
    percentOfMoney(total, middle, "up") >= 100 - tolerancePercent &&
    percentOfMoney(total, middle, "down") <= 100 + tolerancePercent
  );
}

/** Returns the upper median; 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function leastOf(amounts: readonly Money[]): Money {
  return amounts.toSorted(compareMoney)[0] ?? zeroMoney;
}
