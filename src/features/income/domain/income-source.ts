import type { Money } from "#shared/money.ts";
import { dayOfMonth } from "#shared/plain-dates.ts";

/** Money that is expected each month (FINANCE section 4). Days are `YYYY-MM-DD`, months `YYYY-MM`. */
export const incomeSourceTypes = ["Rent", "Loan", "Other"] as const;
export type IncomeSourceType = (typeof incomeSourceTypes)[number];

/** The words of the status chip (SPEC section 2, "Income dashboard"). */
export const incomeStatuses = ["Paid", "Partially Paid", "Past Due", "No Payment"] as const;
export type IncomeStatus = (typeof incomeStatuses)[number];

/** What is due and on which day (1 to 28), from a month on. */
export type IncomeTerm = { effectiveFrom: string; amountDue: Money; dayOfMonthDue: number };

/** What the rules need to know of a source. `terms` has at least one, earliest first. */
export type IncomeSchedule = {
  startDate: string;
  endDate: string | null;
  terms: readonly [IncomeTerm, ...IncomeTerm[]];
};

/** The term that holds in a month: the latest that has begun, before the first the first. */
export function termOf({ terms }: Pick<IncomeSchedule, "terms">, month: string): IncomeTerm {
  return terms.findLast(({ effectiveFrom }) => effectiveFrom <= month) ?? terms[0];
}

/** The day on which a source is due in a month, whether it is active then or not. */
export function dueDateIn(schedule: Pick<IncomeSchedule, "terms">, month: string): string {
  return dayOfMonth(month, termOf(schedule, month).dayOfMonthDue);
}

/** Whether the due date of that month lies within the source's dates, both included. */
export function isActiveIn(schedule: IncomeSchedule, month: string): boolean {
  const dueDate = dueDateIn(schedule, month);
  return schedule.startDate <= dueDate && (schedule.endDate === null || dueDate <= schedule.endDate);
}
