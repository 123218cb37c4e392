import {
  addDays,
  dayOfMonth,
  daysBetween,
  monthOf,
  monthsBetween,
  monthsFrom,
} from "#shared/time/plain-dates.ts";

/** Rhythms in which something is due (docs/reference/money.md, "Rhythms"). A source without one is monthly. */
export const rhythms = [
  "weekly",
  "everyTwoWeeks",
  "twiceAMonth",
  "monthly",
  "quarterly",
  "yearly",
  "irregular",
] as const;
export type Rhythm = (typeof rhythms)[number];

/** A rhythm with the days that set its due dates; days are `YYYY-MM-DD`, and absent means none. */
export type RhythmDates = {
  rhythm?: Rhythm;
  /** First possible due date. Weeks, quarters, and years count from it. */
  startDate: string;
  endDate: string | null;
  /** The later day of two a month, 1 to 31. */
  secondDay?: number | null;
  /** Every due date of an irregular rhythm, in any order. */
  dueDates?: readonly string[];
};

/** The first of two days a month is at most the 27th, so that both differ in every month. */
const latestFirstDay = 27;
export const twoDaysWords = "Choose a first day up to the 27th, and a later second day.";

/** Returns true for two days a month that are different in every month. */
export function hasTwoDays(days: { dayOfMonthDue: number; secondDay?: number | null | undefined }): boolean {
  const { dayOfMonthDue, secondDay = null } = days;
  return secondDay !== null && dayOfMonthDue <= latestFirstDay && secondDay > dayOfMonthDue;
}

/** Days from one due date to the next, of rhythms that don't follow months. */
export const daysApart: Partial<Record<Rhythm, number>> = { weekly: 7, everyTwoWeeks: 14 };
const monthsApart: Partial<Record<Rhythm, number>> = { quarterly: 3, yearly: 12 };

/**
 * Returns the due dates from one day to another, both included, within the rhythm's own first and last day
 * (docs/reference/money.md, "Rhythms"). `dayIn` is the day due in a month, 1 to 31; a month without it uses its last.
 */
export function dueDatesFrom(
  dates: RhythmDates,
  dayIn: (month: string) => number,
  { from, to }: { from: string; to: string },
): string[] {
  const first = from > dates.startDate ? from : dates.startDate;
  const last = dates.endDate !== null && dates.endDate < to ? dates.endDate : to;
  if (first > last) return [];
  const { rhythm = "monthly" } = dates;
  if (rhythm === "irregular")
    return [...new Set(dates.dueDates)].filter((date) => date >= first && date <= last).toSorted();
  const days = daysApart[rhythm];
  if (days !== undefined) return everyDays(dates.startDate, days, first, last);
  const daysOf = (month: string) =>
    rhythm === "twiceAMonth" ? [dayIn(month), dates.secondDay ?? dayIn(month)] : [dayIn(month)];
  return monthsOf(dates.startDate, monthsApart[rhythm] ?? 1, first, last).flatMap((month) =>
    [...new Set(daysOf(month).map((day) => dayOfMonth(month, day)))]
      .toSorted()
      .filter((date) => date >= first && date <= last),
  );
}

function everyDays(anchor: string, days: number, first: string, last: string): string[] {
  const found: string[] = [];
  const steps = Math.ceil(daysBetween(anchor, first) / days);
  for (let date = addDays(anchor, steps * days); date <= last; date = addDays(date, days)) found.push(date);
  return found;
}

function monthsOf(anchor: string, months: number, first: string, last: string): string[] {
  return monthsFrom(monthOf(first), monthOf(last)).filter(
    (month) => monthsBetween(monthOf(anchor), month) % months === 0,
  );
}

/** The most days between a payment and the due date that it pays, by rhythm. */
const longestReach: Record<Rhythm, number> = {
  weekly: 7,
  everyTwoWeeks: 14,
  twiceAMonth: 20,
  monthly: 31,
  quarterly: 60,
  yearly: 200,
  irregular: 60,
};

/**
 * Returns the due date nearest to a day, the earlier of two equally near ones, or null if none is near
 * (docs/reference/money.md, "Periods").
 */
export function nearestDueDate(
  dates: RhythmDates,
  dayIn: (month: string) => number,
  day: string,
): string | null {
  const reach = longestReach[dates.rhythm ?? "monthly"];
  const around = { from: addDays(day, -reach), to: addDays(day, reach) };
  let nearest: { date: string; days: number } | null = null;
  for (const date of dueDatesFrom(dates, dayIn, around)) {
    const days = Math.abs(daysBetween(date, day));
    if (nearest === null || days < nearest.days) nearest = { date, days };
  }
  return nearest?.date ?? null;
}
