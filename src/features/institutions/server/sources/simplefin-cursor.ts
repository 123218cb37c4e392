import { z } from "zod";
import { addDays } from "#shared/time/plain-dates.ts";
import { parseJson } from "#shared/text/json-text.ts";
import type { SimpleFinWindow } from "#upstreams/simplefin/index.ts";

/*
 * Position in a SimpleFIN link, kept as the link's cursor (docs/reference/money.md, "SimpleFIN"): the server has none of its own,
 * and never says which rows are gone.
 */

const accountState = z.object({
  /** Instant as of which the server knew the account, ISO 8601. */
  balanceAt: z.string(),
  /** Day of the last answer that was complete; an earlier one is where the next read has to begin. */
  completeOn: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  /** Pending rows with the days that they were given, by the server's id. */
  pending: z.record(z.string(), z.string()),
});

const cursorSchema = z.object({
  /** Position from which the first import goes on; null once the history is complete. */
  history: z.object({ beforeDay: z.string(), emptyWindows: z.int() }).nullable(),
  accounts: z.record(z.string(), accountState),
});

export type AccountState = z.infer<typeof accountState>;
export type SimpleFinCursor = z.infer<typeof cursorSchema>;

/** Reads a cursor; null for none, or one that an earlier version wrote. */
export function readCursor(text: string | null): SimpleFinCursor | null {
  const parsed = cursorSchema.safeParse(text === null ? null : parseJson(text));
  return parsed.success ? parsed.data : null;
}

export function writeCursor(cursor: SimpleFinCursor): string {
  return JSON.stringify(cursor);
}

/** Days that every read covers, because banks correct rows and report late. */
const usualDays = 30;
/** Days of one request; servers allow 90. */
const windowDays = 60;
/** Days before the last complete answer at which a read begins after a longer break. */
const overlapDays = 7;
/** Windows of one sync after a long break; a day's calls are limited. */
const mostRecentWindows = 4;
/** Days of history that a first import asks for at most. */
const historyDays = 730;
/** Empty windows in a row after which no more history is expected. */
const emptyUntilDone = 2;

/** Returns the windows that bring a link up to date, newest first; together they have no gap. */
export function recentWindows(cursor: SimpleFinCursor | null, today: string): SimpleFinWindow[] {
  if (cursor === null) return [{ fromDay: addDays(today, -windowDays), beforeDay: null }];
  const complete = Object.values(cursor.accounts).map(({ completeOn }) => addDays(completeOn, -overlapDays));
  const firstDay = [addDays(today, -usualDays), ...complete].toSorted()[0] ?? today;
  const windows: SimpleFinWindow[] = [];
  let beforeDay: string | null = null;
  for (let count = 0; count < mostRecentWindows; count += 1) {
    const end: string = beforeDay ?? today;
    const start = addDays(end, -windowDays);
    const fromDay = start > firstDay ? start : firstDay;
    windows.push({ fromDay, beforeDay });
    if (fromDay === firstDay) break;
    beforeDay = fromDay;
  }
  return windows;
}

/** Returns the next window of the first import; null if the history is complete. */
export function historyWindow(
  history: SimpleFinCursor["history"],
  today: string,
): { fromDay: string; beforeDay: string } | null {
  if (history === null) return null;
  const { beforeDay, emptyWindows } = history;
  if (emptyWindows >= emptyUntilDone || beforeDay <= addDays(today, -historyDays)) return null;
  return { fromDay: addDays(beforeDay, -windowDays), beforeDay };
}
