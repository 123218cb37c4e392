import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { addMonths, firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";

/* Months that sums by month can't tell, so that their rows are read (docs/decisions/0036-sums-kept-by-month.md). */

/**
 * Returns the first days, in order, of the months in which some of these days are, other than as the last: a sum would go beyond
 * such a day.
 */
export function brokenMonths(ends: readonly string[]): string[] {
  const months = ends.filter((day) => day !== lastDayOf(monthOf(day))).map(monthOf);
  return [...new Set(months)].toSorted().map(firstDayOf);
}

/** In one of the months with these first days, which are in order; as few ranges, which an index knows. */
export function isInMonths(date: AnyPgColumn, firstDays: readonly string[]): SQL {
  const ranges: { from: string; last: string }[] = [];
  for (const month of firstDays.map(monthOf)) {
    const range = ranges.at(-1);
    if (range !== undefined && addMonths(range.last, 1) === month) range.last = month;
    else ranges.push({ from: month, last: month });
  }
  const each = ranges.map(
    ({ from, last }) => sql`${date} between ${firstDayOf(from)} and ${lastDayOf(last)}`,
  );
  return sql`(${sql.join([sql`false`, ...each], sql` or `)})`;
}
