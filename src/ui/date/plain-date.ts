import { CalendarDate, parseDate } from "@internationalized/date";

/** Plain dates of date fields: `YYYY-MM-DD` outside, CalendarDate inside, without time or zone. */

/** Parses `YYYY-MM-DD`; returns null for nothing or invalid text. */
export function readPlainDate(text: string | null | undefined): CalendarDate | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** Reads a pasted date, `2026-11-30` or `11/30/2026`; returns null for any other text. */
export function readPastedDate(text: string): CalendarDate | null {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (year === "") return readPlainDate(text.trim());
  return readPlainDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/**
 * Returns the first and last selectable dates, by default from 100 years before to 52 after
 * (docs/reference/product.md, "Dialogs and forms").
 */
export function dateBounds(
  min: string | undefined,
  max: string | undefined,
  thisYear: number,
): { min: CalendarDate; max: CalendarDate } {
  return {
    min: readPlainDate(min) ?? new CalendarDate(thisYear - 100, 1, 1),
    max: readPlainDate(max) ?? new CalendarDate(thisYear + 52, 12, 31),
  };
}

/** Returns the years from first to last, for a select. */
export function yearsBetween(min: CalendarDate, max: CalendarDate): number[] {
  return Array.from({ length: max.year - min.year + 1 }, (_, index) => min.year + index);
}
