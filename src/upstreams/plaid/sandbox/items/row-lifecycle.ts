import { addDays } from "#shared/time/plain-dates.ts";
import type { BankRow, PlannedRow, RowEvent } from "./bank-rows.ts";
import { weekdayOf } from "../flows/income-flows.ts";
import { hashOf } from "../flows/seeded-random.ts";

const minuteMs = 60_000;

/** Hour (UTC) at which a day's rows arrive; by then that day has begun in all of America. */
const firstHour = 11;

/** Returns all changes the bank will ever list of a planned row, in order: added, posted, recognized, removed. */
export function eventsOf(row: PlannedRow): RowEvent[] {
  const begun = instantOn(row.day, 60 + (hashOf(row.key) % 600));
  const early = hashOf(`${row.key} posts`) % 50;
  if (row.postsAfterDays === 0) return settled(row, begun, row.day, null);
  const pending: BankRow = {
    ...seenAs(row, { isRecognized: row.recognizedAfterDays === undefined }),
    key: `${row.key} pending`,
    amount: row.pendingAmount ?? row.amount,
    pending: true,
    pendingKey: null,
    date: row.day,
    name: row.pendingName ?? row.name,
  };
  const comes: RowEvent = { atMs: begun, put: pending };
  if (row.fallsAwayAfterDays !== undefined) {
    const goneMs = instantOn(addDays(row.day, row.fallsAwayAfterDays), early);
    return [comes, { atMs: goneMs, drop: pending.key, account: row.account }];
  }
  const date = bankDay(addDays(row.day, row.postsAfterDays));
  const postedMs = instantOn(date, early);
  return [
    comes,
    { atMs: postedMs, drop: pending.key, account: row.account },
    ...settled(row, postedMs, date, row.losesPendingId === true ? null : pending.key),
  ];
}

function settled(row: PlannedRow, atMs: number, date: string, pendingKey: string | null): RowEvent[] {
  const posted: BankRow = {
    ...seenAs(row, { isRecognized: row.recognizedAfterDays === undefined }),
    pending: false,
    pendingKey,
    date,
  };
  const events: RowEvent[] = [{ atMs, put: posted }];
  const later = (days: number) => instantOn(addDays(date, days), hashOf(`${row.key} later`) % 50);
  if (row.recognizedAfterDays !== undefined) {
    const recognized = { ...posted, ...seenAs(row, { isRecognized: true }) };
    events.push({ atMs: later(row.recognizedAfterDays), put: recognized });
  }
  if (row.removedAfterDays !== undefined) {
    events.push({ atMs: later(row.removedAfterDays), drop: row.key, account: row.account });
  }
  return events;
}

function seenAs(
  row: PlannedRow,
  { isRecognized }: { isRecognized: boolean },
): Omit<BankRow, "pending" | "pendingKey" | "date"> {
  return {
    key: row.key,
    account: row.account,
    amount: row.amount,
    authorizedDate: row.day,
    name: row.name,
    merchantName: isRecognized ? row.merchantName : null,
    category: isRecognized ? row.category : "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
    channel: row.channel,
  };
}

/** Moves a weekend to Monday, because nothing posts on weekends. */
function bankDay(day: string): string {
  const weekday = weekdayOf(day);
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day;
}

function instantOn(day: string, minutes: number): number {
  return Date.parse(`${day}T${firstHour}:00:00Z`) + minutes * minuteMs;
}
