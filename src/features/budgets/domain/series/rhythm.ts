import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  monthOf,
  monthsBetween,
} from "#shared/time/plain-dates.ts";
import type { Period } from "../budget-copy.ts";

export const rhythmUnits = ["day", "week", "month", "year"] as const;

export type Rhythm = { every: number; unit: (typeof rhythmUnits)[number] };

/** A rhythm with a day on which one of its periods starts. */
export type Schedule = Rhythm & { anchor: string };

/**
 * Returns the number of the period that has a day; the anchor's is 0 (docs/reference/money.md, "Series"). Months of an
 * anchor on the 31st start on their last day.
 */
export function periodNumber(schedule: Schedule, day: string): number {
  const { anchor } = schedule;
  const step = stepOf(schedule);
  if (step.days > 0) return Math.floor(daysBetween(anchor, day) / step.days);
  const guess = Math.floor(monthsBetween(monthOf(anchor), monthOf(day)) / step.months);
  return startOfPeriod(schedule, guess) <= day ? guess : guess - 1;
}

/** Returns the day on which a period starts, by its number. */
export function startOfPeriod(schedule: Schedule, number: number): string {
  const { anchor } = schedule;
  const step = stepOf(schedule);
  if (step.days > 0) return addDays(anchor, number * step.days);
  return dayOfMonth(addMonths(monthOf(anchor), number * step.months), Number(anchor.slice(8)));
}

/**
 * Returns the period that starts on a day: up to the day before the next start by the rhythm. It's shorter than the
 * others if the day isn't a start, so periods never leave a gap.
 */
export function periodFrom(schedule: Schedule, startDate: string): Period {
  return {
    startDate,
    endDate: addDays(startOfPeriod(schedule, periodNumber(schedule, startDate) + 1), -1),
  };
}

/** Days ahead that a series has a period for, so that the next one can be prepared. */
export const aheadDays = 7;

/** Most periods made at once; the rest follow with the next call. */
export const mostAtOnce = 500;

/** Returns the periods that a series lacks today: from the day after its last one to a week ahead, or to its end. */
export function missingPeriods(
  series: Schedule & { madeThrough: string; ends: string | null },
  today: string,
): Period[] {
  const last = addDays(today, aheadDays);
  const until = series.ends !== null && series.ends < last ? series.ends : last;
  const periods: Period[] = [];
  for (let start = addDays(series.madeThrough, 1); start <= until && periods.length < mostAtOnce;) {
    const period = periodFrom(series, start);
    periods.push(period);
    start = addDays(period.endDate, 1);
  }
  return periods;
}

function stepOf({ every, unit }: Rhythm): { days: number; months: number } {
  if (unit === "day" || unit === "week") return { days: unit === "day" ? every : 7 * every, months: 0 };
  return { days: 0, months: unit === "month" ? every : 12 * every };
}
