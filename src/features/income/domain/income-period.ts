import { compareMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import { firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { figuresOn, type IncomeMonth } from "./income-month.ts";
import { dueDateIn, termIn, type IncomeSchedule } from "./income-source.ts";
import { dueDatesFrom, nearestDueDate } from "./rhythm.ts";

/*
 * What is due on each due date of a source (docs/reference/money.md, "Periods"). A monthly source has one period a month,
 * named by it (`2026-11`); all others are named by their due date (`2026-11-06`).
 */

/** Total credited to each period; those without payments are missing. */
export type PaidByPeriod = ReadonlyMap<string, Money>;

/** Figures of one due date. */
export type IncomePeriod = IncomeMonth & { period: string };

/** Returns true if each month has one due date, which is how a source is unless it has another rhythm. */
export function isMonthly({ rhythm = "monthly" }: IncomeSchedule): boolean {
  return rhythm === "monthly";
}

/** Returns a source's periods with a due date from one day to another, both included, by due date. */
export function periodsFrom(
  schedule: IncomeSchedule,
  range: { from: string; to: string },
  paid: PaidByPeriod | undefined,
  today: string,
): IncomePeriod[] {
  return dueDatesOf(schedule, range).map((dueDate) => {
    const period = isMonthly(schedule) ? monthOf(dueDate) : dueDate;
    const ofPeriod = paid?.get(period) ?? zeroMoney;
    return Object.assign(figuresOn(schedule, { dueDate, isActive: true }, ofPeriod, today), { period });
  });
}

/** Returns a source's due dates from one day to another, both included. */
export function dueDatesOf(schedule: IncomeSchedule, range: { from: string; to: string }): string[] {
  return dueDatesFrom(schedule, dayInMonthOf(schedule), range);
}

function dayInMonthOf({ terms }: IncomeSchedule): (month: string) => number {
  return (month) => termIn(terms, month).dayOfMonthDue;
}

/**
 * Returns the period that a payment counts for: the month it is credited to, or for other rhythms the due date nearest to
 * `forDate` (where the person moved it) or else to its own date. A payment without a due date nearby counts for its month
 * only (docs/reference/money.md, "Periods").
 */
export function periodOf(
  schedule: IncomeSchedule,
  payment: { creditedMonth: string; forDate: string | null; paymentDate: string },
): string {
  if (isMonthly(schedule)) return payment.creditedMonth;
  const day = payment.forDate ?? payment.paymentDate;
  return nearestDueDate(schedule, dayInMonthOf(schedule), day) ?? payment.creditedMonth;
}

/** Returns the figures of a month as the sums of its periods, and of payments that count for the month only. */
export function monthOfPeriods(
  schedule: IncomeSchedule,
  month: string,
  paid: PaidByPeriod | undefined,
  today: string,
): IncomeMonth {
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const periods = periodsFrom(schedule, range, paid, today);
  const loose = paid?.get(month) ?? zeroMoney;
  const sum = (key: "due" | "paid" | "outstanding" | "overpaid" | "overdue") =>
    sumMoney(periods.map((one) => one[key]));
  const total = sumMoney([sum("paid"), loose]);
  const open = periods.filter(({ isPaid }) => !isPaid);
  const isPastDue = periods.some((one) => one.isPastDue);
  const isPartly = compareMoney(total, zeroMoney) > 0;
  return {
    month,
    isActive: periods.length > 0,
    status: open.length === 0 ? "Paid" : isPartly ? "Partially Paid" : isPastDue ? "Past Due" : "No Payment",
    isPaid: open.length === 0,
    isPastDue,
    dueDate: (open[0] ?? periods.at(-1))?.dueDate ?? dueDateIn(schedule, month),
    due: sum("due"),
    paid: total,
    outstanding: sum("outstanding"),
    overpaid: sumMoney([sum("overpaid"), loose]),
    overdue: sum("overdue"),
  };
}
