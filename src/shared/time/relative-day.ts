import { dateInZone } from "./date-in-zone.ts";
import { relativeTime } from "./relative-time.ts";
import { zoneWriter } from "./zone-writer.ts";

/**
 * Returns how many calendar days ago something was, from the start of its day in a time zone (docs/reference/product.md,
 * "Budget screens"): "today", "yesterday", "3 days ago", "2 weeks ago". A future time due to a different clock is "today".
 */
export function relativeDay(at: Date, now: Date, timeZone: string): string {
  const day = dateInZone(at, timeZone);
  const today = dateInZone(now, timeZone);
  if (day >= today) return "today";
  return relativeTime(startOfDay(day), startOfDay(today));
}

/** Compares days in UTC, where each has 24 hours. */
function startOfDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Formats a time in a zone: `Nov 21, 2026, 3:14 PM EST`. */
export function exactTime(at: Date, timeZone: string): string {
  return zoneWriter(timeZone, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(at);
}
