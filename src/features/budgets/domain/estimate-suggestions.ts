import {
  addMoney,
  compareMoney,
  currencyDecimals,
  maxMoney,
  money,
  shareOfMoney,
  type Money,
} from "#shared/money.ts";
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  lastDayOf,
  monthOf,
  monthsBetween,
} from "#shared/time/plain-dates.ts";
import type { Period } from "./budget-copy.ts";

/*
 * Suggested estimates for a new budget: average recent spending, scaled to the budget's period and rounded
 * (docs/reference/money.md, "Suggested estimates").
 */

/** Number of months averaged, today included: three periods of anything paid monthly. */
const monthsBack = 3;

/** Returns the three months that end today. */
export function recentPeriod(today: string): Period {
  return { startDate: monthsAgo(today, monthsBack), endDate: today };
}

/**
 * Returns the part of {@link recentPeriod} with known rows, given the oldest row's date. At least a month, because a
 * week of groceries says nothing about monthly bills.
 */
export function knownPeriod(today: string, firstDate: string): Period {
  const [earliest, latest] = [monthsAgo(today, monthsBack), monthsAgo(today, 1)];
  const startDate = firstDate < earliest ? earliest : firstDate > latest ? latest : firstDate;
  return { startDate, endDate: today };
}

/** Returns the first day of the `months` that end on `date`; from a month's last day on, they are whole months. */
function monthsAgo(date: string, months: number): string {
  const day = date === lastDayOf(monthOf(date)) ? 31 : Number(date.slice(8));
  return addDays(dayOfMonth(addMonths(monthOf(date), -months), day), 1);
}

/**
 * Suggests an estimate in minor units: `spent` during `known`, scaled to `period` and rounded up to five main units (ten
 * from a hundred up), so that a bill of the same amount isn't over its estimate. At least one step, at most the largest amount allowed; null without spending.
 */
export function suggestedEstimate(
  spent: Money,
  known: Period,
  period: Period,
  isoCurrencyCode: string,
): Money | null {
  if (spent <= 0) return null;
  const [part, whole] = [monthsIn(period), monthsIn(known)];
  const [times, over] = [part.count * whole.of, part.of * whole.count];
  const most = maxMoney(isoCurrencyCode);
  if (compareMoney(spent, shareOfMoney(most, over, times)) > 0) return most;
  return rounded(shareOfMoney(spent, times, over), isoCurrencyCode);
}

function rounded(amount: Money, isoCurrencyCode: string): Money {
  const unit = 10 ** currencyDecimals(isoCurrencyCode);
  const step = compareMoney(amount, money(100 * unit)) < 0 ? 5 * unit : 10 * unit;
  const nearest = shareOfMoney(shareOfMoney(amount, 1, step), step, 1);
  const isBelow = compareMoney(nearest, amount) < 0 || nearest === 0;
  const up = isBelow ? addMoney(nearest, money(step)) : nearest;
  const most = maxMoney(isoCurrencyCode);
  return compareMoney(up, most) > 0 ? most : up;
}

/** Returns the length of a period in months as a fraction: exact for whole months, by days for others. */
function monthsIn({ startDate, endDate }: Period): { count: number; of: number } {
  const next = addDays(endDate, 1);
  if (next.slice(8) === startDate.slice(8))
    return { count: monthsBetween(monthOf(startDate), monthOf(next)), of: 1 };
  return { count: 12 * (daysBetween(startDate, endDate) + 1), of: 365 };
}
