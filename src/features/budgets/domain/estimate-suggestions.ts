import { compareMoney, currencyDecimals, maxMoney, money, shareOfMoney, type Money } from "#shared/money.ts";
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  monthOf,
  monthsBetween,
} from "#shared/time/plain-dates.ts";
import type { Period } from "./budget-copy.ts";

/*
 * What a new budget may be estimated at: the average of what was spent lately, for as long as the budget lasts, in round
 * numbers (docs/reference/money.md, "Suggested estimates").
 */

/** Months that are looked back on, today included: three periods of anything that is paid monthly. */
const monthsBack = 3;

/** The three months that end today. */
export function recentPeriod(today: string): Period {
  return { startDate: monthsAgo(today, monthsBack), endDate: today };
}

/**
 * The part of {@link recentPeriod} that the rows reach back to, `firstDate` being the oldest one's day. At least a month:
 * a week's shopping says nothing about the bills of a month.
 */
export function knownPeriod(today: string, firstDate: string): Period {
  const [earliest, latest] = [monthsAgo(today, monthsBack), monthsAgo(today, 1)];
  const startDate = firstDate < earliest ? earliest : firstDate > latest ? latest : firstDate;
  return { startDate, endDate: today };
}

/** The first day of the months that end on a day. */
function monthsAgo(date: string, months: number): string {
  return addDays(dayOfMonth(addMonths(monthOf(date), -months), Number(date.slice(8))), 1);
}

/**
 * What a category may be estimated at in a period, in minor units: `spent` in `known`, scaled, to the nearest five of the
 * currency's main unit, from a hundred on to the nearest ten; never nothing, and never more than may be entered. Null
 * where nothing was spent.
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
  const steps = shareOfMoney(amount, 1, step);
  return shareOfMoney(money(Math.max(1, steps)), step, 1);
}

/** How many months a period has, as a fraction: whole ones exactly, others by their days. */
function monthsIn({ startDate, endDate }: Period): { count: number; of: number } {
  const next = addDays(endDate, 1);
  if (next.slice(8) === startDate.slice(8))
    return { count: monthsBetween(monthOf(startDate), monthOf(next)), of: 1 };
  return { count: 12 * (daysBetween(startDate, endDate) + 1), of: 365 };
}
