import { sumMoney, type Money } from "#shared/money.ts";
import { addMonths, daysBetween, monthOf, monthsFrom } from "#shared/time/plain-dates.ts";
import { monthOfSource } from "./income-calendar.ts";
import type { PaidByPeriod } from "../income-period.ts";
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

/** Returns a source's reminders for today: one for all overdue months, and one for each due date within 5 days. */
export function remindersOf(
  schedule: IncomeSchedule,
  paid: PaidByPeriod | undefined,
  today: string,
): Reminder[] {
  const months = monthsFrom(monthOf(schedule.startDate), addMonths(monthOf(today), 1)).map((month) =>
    monthOfSource(schedule, month, paid, today),
  );
  const overdue = months.filter(({ isPastDue }) => isPastDue);
  const soon = months.filter(
    ({ isActive, isPaid, dueDate }) =>
      isActive && !isPaid && dueDate >= today && daysBetween(today, dueDate) <= dueSoonDays,
  );
  return [
    ...overdue.slice(0, 1).map(({ month, dueDate }) => ({
      kind: "overdue" as const,
      month,
      dueDate,
      daysUntilDue: daysBetween(today, dueDate),
      monthCount: overdue.length,
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
