import { addMoney, shareOfMoney, zeroMoney, type Money } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";

/** Spending by day against an even pace through the period; amounts in minor units. */
export type Pace = {
  today: string;
  dayCount: number;
  /** Days of the period that have started: 0 before it, `dayCount` after it. */
  daysElapsed: number;
  /** Even-pace spending by the end of today. */
  evenTotal: Money;
  /** `total` and `plannedTotal` (in categories with an estimate) accumulate from the first day. */
  days: { date: string; sum: Money; total: Money; plannedTotal: Money }[];
};

/** A day's spending, and the part of it in categories with an estimate. */
export type DaySpending = { date: string; sum: Money; planned: Money };

/**
 * Computes the pace of a budget from the spending of each day with counted rows, in order (docs/reference/money.md,
 * "Pace").
 */
export function budgetPace(
  period: { startDate: string; endDate: string },
  today: string,
  estimateTotal: Money,
  days: readonly DaySpending[],
): Pace {
  const dayCount = daysBetween(period.startDate, period.endDate) + 1;
  const daysElapsed = Math.min(dayCount, Math.max(0, daysBetween(period.startDate, today) + 1));
  let total = zeroMoney;
  let plannedTotal = zeroMoney;
  return {
    today,
    dayCount,
    daysElapsed,
    evenTotal: shareOfMoney(estimateTotal, daysElapsed, dayCount),
    days: days.map(({ date, sum, planned }) => {
      total = addMoney(total, sum);
      plannedTotal = addMoney(plannedTotal, planned);
      return { date, sum, total, plannedTotal };
    }),
  };
}
