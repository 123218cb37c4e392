/**
 * Days are `YYYY-MM-DD` and months `YYYY-MM`, in the calendar and without a zone (docs/reference/money.md, "Money and
 * sign"). Both sort as text. Today is an argument, taken from a clock in the site's zone at the border
 * (`dateInZone`).
 */

const dayMs = 86_400_000;
const dateShape = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthShape = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Whether text is a day that exists, from the year 1 to 9999. */
export function isPlainDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = dateShape.exec(text) ?? [];
  return (
    year > "0000" &&
    monthShape.test(`${year}-${month}`) &&
    day >= "01" &&
    Number(day) <= daysInMonth(`${year}-${month}`)
  );
}

/** Whether text is a month such as `2026-11`. */
export function isPlainMonth(text: string): boolean {
  return monthShape.test(text) && text > "0000-12";
}

/** The day it is at an instant in a zone such as `America/New_York` (docs/reference/product.md, "Today"). */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = zoneFormatter(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

const zoneFormatters = new Map<string, Intl.DateTimeFormat>();

function zoneFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  zoneFormatters.set(timeZone, made);
  return made;
}

/** `2026-11` of `2026-11-21`. */
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

/** The day a number of days later; earlier where it is negative. */
export function addDays(date: string, days: number): string {
  return fromMs(toMs(date) + days * dayMs);
}

/** How many days later `to` is than `from`; negative where it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toMs(to) - toMs(from)) / dayMs);
}

export function addMonths(month: string, months: number): string {
  const [year, number] = yearAndMonth(month);
  return fromMs(utc(year, number - 1 + months, 1).getTime()).slice(0, 7);
}

/** How many months later `to` is than `from`. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear, fromMonth] = yearAndMonth(from);
  const [toYear, toMonth] = yearAndMonth(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

/** Every month from the first to the last, both included; none where the last is before the first. */
export function monthsFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, monthsBetween(first, last) + 1) }, (_, index) =>
    addMonths(first, index),
  );
}

/** The day of a month: `dayOfMonth("2026-02", 5)` is `2026-02-05`. Days that the month lacks are its last. */
export function dayOfMonth(month: string, day: number): string {
  return `${month}-${twoDigits(Math.min(day, daysInMonth(month)))}`;
}

/** `November 2026` */
export function monthWords(month: string): string {
  const [year, number] = yearAndMonth(month);
  return `${monthNames[number - 1] ?? ""} ${year}`;
}

/** `11/21/2026`, as dates of the United States are written (docs/reference/product.md, "Today"). */
export function dateText(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** `Nov 21, 2026` */
export function dateWords(date: string): string {
  const [year, month] = yearAndMonth(monthOf(date));
  return `${(monthNames[month - 1] ?? "").slice(0, 3)} ${Number(date.slice(8, 10))}, ${year}`;
}

/** `Nov 21`; with its year where that is not the year of `today`. */
export function shortDateWords(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4) ? dayWords(date) : dateWords(date);
}

/** `Nov 1–30`, `Nov 15 – Dec 14`, `Nov 1`; with the year, once where it is one, unless it is the year of `today`. */
export function periodWords(startDate: string, endDate: string, today: string): string {
  if (startDate.slice(0, 4) !== endDate.slice(0, 4)) return `${dateWords(startDate)} – ${dateWords(endDate)}`;
  const end = shortDateWords(endDate, today);
  if (startDate === endDate) return end;
  if (monthOf(startDate) !== monthOf(endDate)) return `${dayWords(startDate)} – ${end}`;
  return `${dayWords(startDate)}–${end.slice(end.indexOf(" ") + 1)}`;
}

/** `Nov 21` */
function dayWords(date: string): string {
  return dateWords(date).replace(/, \d+$/, "");
}

/** `11/01/2026 – 11/30/2026` (docs/reference/product.md, "Budget screens"). */
export function dateRangeText(startDate: string, endDate: string): string {
  return `${dateText(startDate)} – ${dateText(endDate)}`;
}

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

/** `Date.UTC` takes the years 0 to 99 for those of the last century; a date that is set does not. */
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
