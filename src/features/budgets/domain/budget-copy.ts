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
 * The period after one, as long as it; whole months stay whole months (docs/reference/money.md, "Copying a budget").
 * Null past the year 9999.
 */
export function nextPeriod({ startDate, endDate }: Period): Period | null {
  const next = areWholeMonths({ startDate, endDate })
    ? nextMonths(monthOf(startDate), monthOf(endDate))
    : { startDate: addDays(endDate, 1), endDate: addDays(endDate, daysBetween(startDate, endDate) + 1) };
  return isPlainDate(next.startDate) && isPlainDate(next.endDate) ? next : null;
}

function areWholeMonths({ startDate, endDate }: Period): boolean {
  return startDate === firstDayOf(monthOf(startDate)) && endDate === lastDayOf(monthOf(endDate));
}

function nextMonths(first: string, last: string): Period {
  const count = monthsBetween(first, last) + 1;
  return { startDate: firstDayOf(addMonths(first, count)), endDate: lastDayOf(addMonths(last, count)) };
}

/** What the copy is called: a name that is a month's ("November 2026") or a year's moves along, any other stays. */
export function nextName(name: string, from: Period, to: Period): string {
  const months = monthsBetween(monthOf(from.startDate), monthOf(to.startDate));
  const month = monthOfWords(name, from);
  if (month !== null) return monthWords(addMonths(month, months));
  const year = /^[1-9]\d{3}$/.test(name) && months % 12 === 0 ? Number(name) + months / 12 : null;
  return year === null || year > 9999 ? name : String(year);
}

/** The month that a name is the words of, among those of the period. */
function monthOfWords(name: string, { startDate, endDate }: Period): string | null {
  const lowerCaseName = name.trim().toLowerCase();
  for (const month of new Set([monthOf(startDate), monthOf(endDate)])) {
    if (isPlainMonth(month) && monthWords(month).toLowerCase() === lowerCaseName) return month;
  }
  return null;
}
