import { monthOf, monthWords, periodWords } from "#shared/time/plain-dates.ts";
import type { Period } from "../budget-copy.ts";
import type { Rhythm } from "./rhythm.ts";

/**
 * Returns the pattern behind the name of a period (docs/reference/money.md, "Series"): its month and year become
 * placeholders. If periods are shorter than a month, their days tell them apart.
 */
export function patternOf(name: string, { startDate, endDate }: Period, { unit }: Rhythm): string {
  const isShort = unit === "day" || unit === "week";
  for (const day of [startDate, endDate]) {
    const month = monthWords(monthOf(day));
    // Not by the name in lower case, which can be longer.
    const at = name.search(new RegExp(month, "i"));
    if (at < 0) continue;
    const token = isShort ? "{days}" : day === startDate ? "{month}" : "{end month}";
    return name.slice(0, at) + token + name.slice(at + month.length);
  }
  const words = periodWords(startDate, endDate, "");
  if (name.includes(words)) return name.replace(words, "{days}");
  const year = new RegExp(`(?<!\\d)${startDate.slice(0, 4)}(?!\\d)`);
  return name.replace(year, "{year}");
}

/** Returns the name of a period by its pattern, at most 200 characters. */
export function nameOfPeriod(pattern: string, { startDate, endDate }: Period): string {
  return pattern
    .replaceAll("{month}", monthWords(monthOf(startDate)))
    .replaceAll("{end month}", monthWords(monthOf(endDate)))
    .replaceAll("{days}", periodWords(startDate, endDate, ""))
    .replaceAll("{year}", startDate.slice(0, 4))
    .slice(0, 200);
}
