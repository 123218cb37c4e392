import {
  addDays,
  addMonths,
  daysBetween,
  firstDayOf,
  isPlainDate,
  isPlainMonth,
  lastDayOf,
  monthOf,
  monthsBetween,
  monthWords,
} from "#shared/time/plain-dates.ts";

export type Period = { startDate: string; endDate: string };

/**
 * Returns the next period of the same length; whole months stay whole months (docs/reference/money.md, "Copying a
 * budget"). Null past the year 9999.
 */
export function nextPeriod({ startDate, endDate }: Period): Period | null {
  const next = areWholeMonths({ startDate, endDate })
    ? nextMonths(monthOf(startDate), monthOf(endDate))
    : { startDate: addDays(endDate, 1), endDate: addDays(endDate, daysBetween(startDate, endDate) + 1) };
  return isPlainDate(next.startDate) && isPlainDate(next.endDate) ? next : null;
}

/** Returns the previous period of the same length; whole months stay whole months. Null before the year 1. */
export function previousPeriod({ startDate, endDate }: Period): Period | null {
  const days = daysBetween(startDate, endDate) + 1;
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const count = monthsBetween(first, last) + 1;
  const before = areWholeMonths({ startDate, endDate })
    ? { startDate: firstDayOf(addMonths(first, -count)), endDate: lastDayOf(addMonths(last, -count)) }
    : { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
  return isPlainDate(before.startDate) && isPlainDate(before.endDate) ? before : null;
}

function areWholeMonths({ startDate, endDate }: Period): boolean {
  return startDate === firstDayOf(monthOf(startDate)) && endDate === lastDayOf(monthOf(endDate));
}

function nextMonths(first: string, last: string): Period {
  const count = monthsBetween(first, last) + 1;
  return { startDate: firstDayOf(addMonths(first, count)), endDate: lastDayOf(addMonths(last, count)) };
}

/** Returns the name of a copy: a month ("November 2026") or a year advances with the period, any other name stays. */
export function nextName(name: string, from: Period, to: Period): string {
  const months = monthsBetween(monthOf(from.startDate), monthOf(to.startDate));
  const month = monthOfWords(name, from);
  if (month !== null) return monthWords(addMonths(month, months));
  const year = /^[1-9]\d{3}$/.test(name) && months % 12 === 0 ? Number(name) + months / 12 : null;
  return year === null || year > 9999 ? name : String(year);
}

/** Returns the first or last month of the period if the name is that month in words. */
function monthOfWords(name: string, { startDate, endDate }: Period): string | null {
  const lowerCaseName = name.trim().toLowerCase();
  for (const month of new Set([monthOf(startDate), monthOf(endDate)])) {
    if (isPlainMonth(month) && monthWords(month).toLowerCase() === lowerCaseName) return month;
  }
  return null;
}
