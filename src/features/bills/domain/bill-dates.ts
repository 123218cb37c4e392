import { dateWords } from "#shared/time/plain-dates.ts";
import { relativeWords } from "#shared/time/relative-time.ts";

/** Dates from api.congress.gov are days in Washington, sometimes with a time. They are never converted to another zone (docs/reference/product.md, "Bills"). */

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})/;
const timePattern = /T(\d{2}):(\d{2})/;

/** Returns `01/04/2021 12:00 am` (docs/reference/product.md, "Bills"); a date without a time counts as midnight. */
export function introducedText(date: string): string {
  const day = dayPattern.exec(date);
  if (day === null) return date;
  const time = timePattern.exec(date);
  return `${day[2]}/${day[3]}/${day[1]} ${clockText(Number(time?.[1] ?? 0), time?.[2] ?? "00")}`;
}

function clockText(hour: number, minute: string): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "am" : "pm"}`;
}

/** Returns `11:05 pm` for `23:05:36` or the older `11:05PM`; null if there is no time. */
export function actionTimeText(time: string): string | null {
  const parts = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(time.trim());
  if (parts === null) return null;
  const hour = Number(parts[1]);
  const isAfternoon = parts[3] === undefined ? hour >= 12 : parts[3].toLowerCase() === "pm";
  return clockText((hour % 12) + (isAfternoon ? 12 : 0), parts[2] ?? "00");
}

/** Returns `January 4, 2021`, or `Jan 4, 2021` if short; returns an invalid date unchanged. */
export function dayText(date: string, length: "long" | "short" = "long"): string {
  return utcOf(date) === null ? date : dateWords(dayOf(date), length);
}

/** Returns the day of a date or datetime as `YYYY-MM-DD`. */
export function dayOf(date: string): string {
  return date.slice(0, 10);
}

/** Returns days since 1970, to measure distances between dates; null for an invalid date. */
export function dayNumber(date: string): number | null {
  const utc = utcOf(date);
  return utc === null ? null : utc.getTime() / dayMs;
}

const dayMs = 24 * 3600 * 1000;

/** Returns how long ago a day was, in whole units: `today`, `yesterday`, `3 weeks ago`, `5 years ago`. */
export function relativeDay(date: string, today: string): string {
  const [then, now] = [utcOf(date), utcOf(today)];
  if (then === null || now === null) return "";
  const days = Math.round((then.getTime() - now.getTime()) / dayMs);
  const months = monthsBetween(then, now);
  if (Math.abs(months) >= 12) return relativeWords(Math.trunc(months / 12), "year");
  if (Math.abs(months) >= 1) return relativeWords(months, "month");
  if (Math.abs(days) >= 7) return relativeWords(Math.trunc(days / 7), "week");
  return relativeWords(days, "day");
}

/** Returns whole calendar months from `now` to `then`; negative for the past. */
function monthsBetween(then: Date, now: Date): number {
  const months = (then.getUTCFullYear() - now.getUTCFullYear()) * 12 + then.getUTCMonth() - now.getUTCMonth();
  if (months < 0 && then.getUTCDate() > now.getUTCDate()) return months + 1;
  if (months > 0 && then.getUTCDate() < now.getUTCDate()) return months - 1;
  return months;
}

function utcOf(date: string): Date | null {
  const day = dayPattern.exec(date);
  if (day === null) return null;
  const utc = new Date(`${day[0]}T00:00:00Z`);
  return Number.isNaN(utc.getTime()) ? null : utc;
}
