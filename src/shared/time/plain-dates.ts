/**
 * Days are `YYYY-MM-DD` and months `YYYY-MM`, without a time zone (docs/reference/money.md, "Money and sign"). Both sort as
 * text. Today is always a parameter, computed in the site's time zone by the caller (`dateInZone`).
 */

const dayMs = 86_400_000;
const dateShape = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthShape = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Returns true for an existing day, from the year 1 to 9999. */
export function isPlainDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = dateShape.exec(text) ?? [];
  return (
    year > "0000" &&
    monthShape.test(`${year}-${month}`) &&
    day >= "01" &&
    Number(day) <= daysInMonth(`${year}-${month}`)
  );
}

/** Returns true for a month such as `2026-11`. */
export function isPlainMonth(text: string): boolean {
  return monthShape.test(text) && text > "0000-12";
}

/** Returns `2026-11` for `2026-11-21`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

export function firstDayOf(month: string): string {
  return `${month}-01`;
}

export function lastDayOf(month: string): string {
  return `${month}-${twoDigits(daysInMonth(month))}`;
}

export function daysInMonth(month: string): number {
  const [year, number] = yearAndMonth(month);
  return utc(year, number, 0).getUTCDate();
}

/** Returns the day a number of days later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  return fromMs(toMs(date) + days * dayMs);
}

/** Lists every day from the first to the last, inclusive; none if the last is before the first. */
export function daysFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) =>
    addDays(first, index),
  );
}

/** Returns the first and the last of some days, in any order; null for none. */
export function spanOf(days: Iterable<string>): { from: string; to: string } | null {
  let span: { from: string; to: string } | null = null;
  for (const day of days) {
    span ??= { from: day, to: day };
    if (day < span.from) span.from = day;
    if (day > span.to) span.to = day;
  }
  return span;
}

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toMs(to) - toMs(from)) / dayMs);
}

export function addMonths(month: string, months: number): string {
  const [year, number] = yearAndMonth(month);
  return fromMs(utc(year, number - 1 + months, 1).getTime()).slice(0, 7);
}

/** Returns the number of months from `from` to `to`. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear, fromMonth] = yearAndMonth(from);
  const [toYear, toMonth] = yearAndMonth(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

/** Lists every month from the first to the last, inclusive; none if the last is before the first. */
export function monthsFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, monthsBetween(first, last) + 1) }, (_, index) =>
    addMonths(first, index),
  );
}

/** Returns a day of a month: `dayOfMonth("2026-02", 5)` is `2026-02-05`. Days beyond the month's end become its last day. */
export function dayOfMonth(month: string, day: number): string {
  return `${month}-${twoDigits(Math.min(day, daysInMonth(month)))}`;
}

/** Formats a month as `November 2026`. */
export function monthWords(month: string): string {
  const [year, number] = yearAndMonth(month);
  return `${monthNames[number - 1] ?? ""} ${year}`;
}

/** Formats a date as `11/21/2026`, the US format (docs/reference/product.md, "Today"). */
export function dateText(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** Formats a date as `Nov 21, 2026`, or in full as `November 21, 2026`. */
export function dateWords(date: string, length: "short" | "long" = "short"): string {
  const [year, month] = yearAndMonth(monthOf(date));
  const name = monthNames[month - 1] ?? "";
  return `${length === "long" ? name : name.slice(0, 3)} ${Number(date.slice(8, 10))}, ${year}`;
}

/** Formats a date as `Nov 21`, with the year unless it is that of `today`. */
export function shortDateWords(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4) ? dayWords(date) : dateWords(date);
}

/**
 * Formats a period as `Nov 1–30`, `Nov 15 – Dec 14` or `Nov 1`, with the year (once if it is the same) unless it is that of
 * `today`.
 */
export function periodWords(startDate: string, endDate: string, today: string): string {
  if (startDate.slice(0, 4) !== endDate.slice(0, 4)) return `${dateWords(startDate)} – ${dateWords(endDate)}`;
  const end = shortDateWords(endDate, today);
  if (startDate === endDate) return end;
  if (monthOf(startDate) !== monthOf(endDate)) return `${dayWords(startDate)} – ${end}`;
  return `${dayWords(startDate)}–${end.slice(end.indexOf(" ") + 1)}`;
}

/** Formats a date as `Nov 21`. */
function dayWords(date: string): string {
  return dateWords(date).replace(/, \d+$/, "");
}

/** Formats a range as `11/01/2026 – 11/30/2026` (docs/reference/product.md, "Budget screens"). */
export function dateRangeText(startDate: string, endDate: string): string {
  return `${dateText(startDate)} – ${dateText(endDate)}`;
}

/** Days of a week as the calendar shows it. */
export const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function yearAndMonth(month: string): [year: number, month: number] {
  return [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
}

/** Returns a UTC date. `Date.UTC` would map the years 0 to 99 to the 20th century; setting the date doesn't. */
function utc(year: number, monthIndex: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex, day);
  return date;
}

function toMs(date: string): number {
  const [year, month] = yearAndMonth(date);
  return utc(year, month - 1, Number(date.slice(8, 10))).getTime();
}

function fromMs(ms: number): string {
  const date = new Date(ms);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
