import { compareMoney, type Money } from "#shared/money.ts";
import { dayOfMonth, monthOf } from "#shared/time/plain-dates.ts";

/** Money that is expected each month (docs/reference/money.md, "Income sources"). Days are `YYYY-MM-DD`, months `YYYY-MM`. */
export const incomeSourceTypes = ["Rent", "Loan", "Other"] as const;
export type IncomeSourceType = (typeof incomeSourceTypes)[number];

/** What is due and on which day (1 to 28), from a month on. */
export type IncomeTerm = { effectiveFrom: string; amountDue: Money; dayOfMonthDue: number };

/** One or more terms, earliest first. */
export type IncomeTerms = readonly [IncomeTerm, ...IncomeTerm[]];

/** What the rules need to know of a source: between which days it is due, and what. */
export type IncomeSchedule = { startDate: string; endDate: string | null; terms: IncomeTerms };

/** A source as the rules read it; the amounts of its terms are in its one currency. */
export type IncomeSource = IncomeSchedule & {
  incomeSourceId: number;
  institutionAccessItemId: number;
  name: string;
  description: string;
  incomeSourceType: IncomeSourceType;
  expectedPaymentMemos: readonly string[];
  isoCurrencyCode: string;
};

/** The term that holds in a month: the latest that has begun, and before the first the first. */
export function termIn(terms: IncomeTerms, month: string): IncomeTerm {
  return terms.findLast(({ effectiveFrom }) => effectiveFrom <= month) ?? terms[0];
}

/** The day on which a source is due in a month, whether it is active then or not. */
export function dueDateIn({ terms }: Pick<IncomeSchedule, "terms">, month: string): string {
  return dayOfMonth(month, termIn(terms, month).dayOfMonthDue);
}

/** Whether the due date of that month lies within the source's days, both ends included. */
export function isActiveIn(schedule: IncomeSchedule, month: string): boolean {
  const dueDate = dueDateIn(schedule, month);
  return schedule.startDate <= dueDate && (schedule.endDate === null || dueDate <= schedule.endDate);
}

/**
 * The terms after a person has saved an amount and a day that count from a month on, in that month and every later one
 * (docs/reference/money.md, "Income sources"). What the form showed (the term of the current month) and what holds
 * from that month on already changes nothing, so that a new name does not undo a raise that is planned for later.
 */
export function changedTerms(terms: IncomeTerms, saved: IncomeTerm, currentMonth: string): IncomeTerms {
  const isChanged =
    !isSame(saved, termIn(terms, currentMonth)) || !isSame(saved, termIn(terms, saved.effectiveFrom));
  if (!isChanged) return terms;
  const [first, ...others] = terms.filter(({ effectiveFrom }) => effectiveFrom < saved.effectiveFrom);
  if (first === undefined) return [saved];
  const before: IncomeTerms = [first, ...others];
  return isSame(saved, termIn(before, saved.effectiveFrom)) ? before : [...before, saved];
}

/**
 * The terms of a source that may have been given an earlier start since: the first holds for the months before it as
 * well, and now says so, so that a change within those months leaves the ones before it as they were.
 */
export function anchoredTerms(terms: IncomeTerms, startDate: string): IncomeTerms {
  const [first, ...others] = terms;
  const effectiveFrom = monthOf(startDate);
  return effectiveFrom < first.effectiveFrom ? [{ ...first, effectiveFrom }, ...others] : terms;
}

function isSame(a: IncomeTerm, b: IncomeTerm): boolean {
  return compareMoney(a.amountDue, b.amountDue) === 0 && a.dayOfMonthDue === b.dayOfMonthDue;
}
