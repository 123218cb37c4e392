import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthsBetween,
  monthsFrom,
} from "#shared/time/plain-dates.ts";

/** Days from the first to the last, both included. */
export type Period = { from: string; to: string };

/** A month's part of a period. */
export type PeriodMonth = Period & { month: string };

/** Longest period of a report, in days. */
export const mostDays = 36_600;

/** Returns the first day of a report of all time: that of the first row, or `to` without one by then; at most the longest period ago. */
export function firstDayOfAll(firstDay: string | null, to: string): string {
  const oldest = addDays(to, 1 - mostDays);
  const first = firstDay === null || firstDay > to ? to : firstDay;
  return first < oldest ? oldest : first;
}

/** Months before a period whose mean is told. */
export const meanMonths = [3, 6, 12] as const;

/**
 * Returns the period before one (docs/reference/money.md, "Reports"): as many months earlier if it begins with a month, to the same
 * day or the month's end, and otherwise as many days before it.
 */
export function periodBefore({ from, to }: Period): Period {
  if (from !== firstDayOf(monthOf(from))) {
    const days = daysBetween(from, to) + 1;
    return { from: addDays(from, -days), to: addDays(from, -1) };
  }
  const months = monthsBetween(monthOf(from), monthOf(to)) + 1;
  const last = addMonths(monthOf(to), -months);
  return {
    from: firstDayOf(addMonths(monthOf(from), -months)),
    to: to === lastDayOf(monthOf(to)) ? lastDayOf(last) : dayOfMonth(last, Number(to.slice(8))),
  };
}

/** Returns the months of a period with their days in it. */
export function monthsOf({ from, to }: Period): PeriodMonth[] {
  return monthsFrom(monthOf(from), monthOf(to)).map((month) => ({
    month,
    from: firstDayOf(month) < from ? from : firstDayOf(month),
    to: lastDayOf(month) > to ? to : lastDayOf(month),
  }));
}

/** Steps between the days of a curve: short enough to see, and few enough to draw. */
export type CurveStep = "day" | "week" | "month";

export function stepOf({ from, to }: Period): CurveStep {
  const days = daysBetween(from, to);
  return days <= 124 ? "day" : days <= 1_100 ? "week" : "month";
}

/** Returns the days of a curve, in order: the first, the last, and those between by step, weeks counted from the last. */
export function curveDays(period: Period): string[] {
  const { from, to } = period;
  const step = stepOf(period);
  const days =
    step === "month"
      ? monthsFrom(monthOf(from), monthOf(to)).map(lastDayOf)
      : Array.from({ length: Math.floor(daysBetween(from, to) / daysOf[step]) + 1 }, (_, index) =>
          addDays(to, -index * daysOf[step]),
        );
  return [...new Set([from, ...days.filter((day) => day > from && day < to), to])].toSorted();
}

const daysOf = { day: 1, week: 7 };
