import { compareMoney, type Money } from "#shared/money.ts";
import { dayOfMonth, monthOf } from "#shared/time/plain-dates.ts";
import type { RhythmDates } from "./rhythm.ts";

/** Income is expected to come in, a bill to go out (docs/reference/money.md, "Bills"). */
export const directions = ["in", "out"] as const;
export type Direction = (typeof directions)[number];

/**
 * Types of income source: money expected each month (docs/reference/money.md, "Income sources"). Days are `YYYY-MM-DD`,
 * months `YYYY-MM`.
 */
export const incomeSourceTypes = ["Rent", "Loan", "Other"] as const;
export type IncomeSourceType = (typeof incomeSourceTypes)[number];

/** Amount due and due day (1 to 31) from a month on. */
export type IncomeTerm = { effectiveFrom: string; amountDue: Money; dayOfMonthDue: number };

/** One or more terms, earliest first. */
export type IncomeTerms = readonly [IncomeTerm, ...IncomeTerm[]];

/** The part of a source that decides what is due when; monthly, exact, and without grace if it doesn't say. */
export type IncomeSchedule = RhythmDates & {
  terms: IncomeTerms;
  /** Amounts vary, so a payment of about the expected one pays (docs/reference/money.md, "Status of a month"). */
  isAbout?: boolean;
  /** Days after the due date before it's late. */
  graceDays?: number;
};

/** A source with its schedule; all terms are in its currency. */
export type IncomeSource = IncomeSchedule & {
  incomeSourceId: number;
  direction: Direction;
  institutionAccessItemId: number;
  name: string;
  description: string;
  incomeSourceType: IncomeSourceType;
  expectedPaymentMemos: readonly string[];
  isoCurrencyCode: string;
};

/** Returns the term of a month: the latest that has started, or the first for earlier months. */
export function termIn(terms: IncomeTerms, month: string): IncomeTerm {
  return terms.findLast(({ effectiveFrom }) => effectiveFrom <= month) ?? terms[0];
}

/** Returns a source's due date in a month, active or not. */
export function dueDateIn({ terms }: Pick<IncomeSchedule, "terms">, month: string): string {
  return dayOfMonth(month, termIn(terms, month).dayOfMonthDue);
}

/** Returns true if the month's due date is within the source's dates, both ends included. */
export function isActiveIn(schedule: IncomeSchedule, month: string): boolean {
  const dueDate = dueDateIn(schedule, month);
  return schedule.startDate <= dueDate && (schedule.endDate === null || dueDate <= schedule.endDate);
}

/**
 * Returns the terms after a save: the amount and day apply from a month on and replace later terms
 * (docs/reference/money.md, "Income sources"). Values that equal the current month's term (shown in the form) and the
 * term of that month change nothing, so that renaming a source keeps a planned raise.
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
 * Returns the terms of a source whose start may have moved earlier. The first term, which also applies to earlier
 * months, now starts at the new start, so that changing those months leaves the ones before them alone.
 */
export function anchoredTerms(terms: IncomeTerms, startDate: string): IncomeTerms {
  const [first, ...others] = terms;
  const effectiveFrom = monthOf(startDate);
  return effectiveFrom < first.effectiveFrom ? [{ ...first, effectiveFrom }, ...others] : terms;
}

function isSame(a: IncomeTerm, b: IncomeTerm): boolean {
  return compareMoney(a.amountDue, b.amountDue) === 0 && a.dayOfMonthDue === b.dayOfMonthDue;
}
