import { sumMoney, type Money } from "#shared/money.ts";
import { addMonths, daysBetween, monthOf, monthsFrom } from "#shared/time/plain-dates.ts";
import { monthOfSource, type PaidByMonth } from "./income-calendar.ts";
import type { IncomeSchedule } from "../income-source.ts";

/** How many days ahead a due date is told of. */
export const dueSoonDays = 5;

export type Reminder = {
  kind: "overdue" | "dueSoon";
  /** Of several overdue months, the oldest. */
  month: string;
  dueDate: string;
  /** Negative once the due date has passed. */
  daysUntilDue: number;
  monthCount: number;
  outstanding: Money;
};

/** What a person should be told of a source today: all its overdue months as one, and each due date within 5 days. */
export function remindersOf(
  schedule: IncomeSchedule,
  paid: PaidByMonth | undefined,
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
