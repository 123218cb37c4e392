import { sumMoney, type Money } from "#shared/money.ts";
import { addDays, daysBetween } from "#shared/time/plain-dates.ts";
import { periodsFrom, type PaidByPeriod } from "../income-period.ts";
import type { IncomeSchedule } from "../income-source.ts";

/** Number of days before a due date when its reminder starts. */
export const dueSoonDays = 5;

export type Reminder = {
  kind: "overdue" | "dueSoon";
  /** The oldest of several overdue months. */
  month: string;
  dueDate: string;
  /** Negative after the due date. */
  daysUntilDue: number;
  monthCount: number;
  outstanding: Money;
};

/** Returns a source's reminders for today: one for all overdue due dates, and one for each due date within 5 days. */
export function remindersOf(
  schedule: IncomeSchedule,
  paid: PaidByPeriod | undefined,
  today: string,
): Reminder[] {
  const range = { from: schedule.startDate, to: addDays(today, dueSoonDays) };
  const periods = periodsFrom(schedule, range, paid, today);
  const overdue = periods.filter(({ isPastDue }) => isPastDue);
  const soon = periods.filter(({ isPaid, dueDate }) => !isPaid && dueDate >= today);
  return [
    ...overdue.slice(0, 1).map(({ month, dueDate }) => ({
      kind: "overdue" as const,
      month,
      dueDate,
      daysUntilDue: daysBetween(today, dueDate),
      monthCount: new Set(overdue.map((one) => one.month)).size,
      outstanding: sumMoney(overdue.map(({ outstanding }) => outstanding)),
    })),
    ...soon.map(({ month, dueDate, outstanding }) => ({
      kind: "dueSoon" as const,
      month,
      dueDate,
      daysUntilDue: daysBetween(today, dueDate),
      monthCount: 1,
      outstanding,
    })),
  ];
}
