import {
  addMoney,
  compareMoney,
  negateMoney,
  percentOfMoney,
  sumMoney,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import { addDays, monthOf } from "#shared/time/plain-dates.ts";
import { dueDateIn, isActiveIn, termIn, type IncomeSchedule } from "./income-source.ts";

/** Labels of the status chip (docs/reference/product.md, "Income screens"). */
export const incomeStatuses = ["Paid", "Partially Paid", "Past Due", "No Payment"] as const;
export type IncomeStatus = (typeof incomeStatuses)[number];

/** Status of a month, derived from the total paid and today's date (docs/reference/money.md, "Status of a month"). */
type MonthStatus = { status: IncomeStatus; isPaid: boolean; isPastDue: boolean; overdue: Money };

/**
 * Returns the status of a month by the decision table of docs/reference/money.md, "Status of a month". `paid` is the
 * total credited to the month (P), `due` the amount due (D), `today` a plain date (T). Nothing due is Paid.
 */
export function monthStatusOf(month: {
  paid: Money;
  due: Money;
  dueDate: string;
  today: string;
}): MonthStatus {
  const { paid, due } = month;
  const isLate = month.today > month.dueDate;
  if (compareMoney(paid, due) >= 0)
    return { status: "Paid", isPaid: true, isPastDue: false, overdue: zeroMoney };
  const overdue = isLate ? subtract(due, paid) : zeroMoney;
  if (compareMoney(paid, zeroMoney) > 0)
    return { status: "Partially Paid", isPaid: false, isPastDue: isLate, overdue };
  return { status: isLate ? "Past Due" : "No Payment", isPaid: false, isPastDue: isLate, overdue };
}

/** Figures of a source in one month: `paid` + `outstanding` = `due` + `overpaid`. */
export type IncomeMonth = MonthStatus & {
  month: string;
  isActive: boolean;
  dueDate: string;
  due: Money;
  paid: Money;
  outstanding: Money;
  overpaid: Money;
};

/** Computes a source's figures for a month from the total credited to it. Nothing is due if the source isn't active. */
export function incomeMonth(
  schedule: IncomeSchedule,
  month: string,
  paid: Money,
  today: string,
): IncomeMonth {
  const isActive = isActiveIn(schedule, month);
  return figuresOn(schedule, { dueDate: dueDateIn(schedule, month), isActive }, paid, today);
}

/** Computes the figures of one due date from the total credited to it (docs/reference/money.md, "Status of a month"). */
export function figuresOn(
  schedule: IncomeSchedule,
  { dueDate, isActive }: { dueDate: string; isActive: boolean },
  paid: Money,
  today: string,
): IncomeMonth {
  const expected = isActive ? termIn(schedule.terms, monthOf(dueDate)).amountDue : zeroMoney;
  const due = schedule.isAbout === true && isAboutPaid(paid, expected) ? paid : expected;
  const { graceDays = 0 } = schedule;
  const lastDay = graceDays === 0 ? dueDate : addDays(dueDate, graceDays);
  const shortfall = subtract(due, paid);
  const isShort = compareMoney(shortfall, zeroMoney) > 0;
  return {
    ...monthStatusOf({ paid, due, dueDate: lastDay, today }),
    month: monthOf(dueDate),
    isActive,
    dueDate,
    due,
    paid,
    outstanding: isShort ? shortfall : zeroMoney,
    overpaid: isShort ? zeroMoney : negateMoney(shortfall),
  };
}

/** Returns true if the source is active in the month or was paid for it anyway. */
export function isShown({ isActive, paid }: Pick<IncomeMonth, "isActive" | "paid">): boolean {
  return isActive || compareMoney(paid, zeroMoney) !== 0;
}

/** Sums over months of one currency. */
export type IncomeTotals = { due: Money; paid: Money; overdue: Money };

/** Sums rows; every total equals the sum of the rows shown (docs/reference/money.md, "Income totals"). */
export function incomeTotals(months: readonly IncomeTotals[]): IncomeTotals {
  return {
    due: sumMoney(months.map(({ due }) => due)),
    paid: sumMoney(months.map(({ paid }) => paid)),
    overdue: sumMoney(months.map(({ overdue }) => overdue)),
  };
}

/** Half of an amount that varies pays it; less is a part of it. */
const leastPercentOfAbout = 50;

function isAboutPaid(paid: Money, expected: Money): boolean {
  if (compareMoney(paid, zeroMoney) <= 0 || compareMoney(expected, zeroMoney) === 0) return false;
  return percentOfMoney(paid, expected, "down") >= leastPercentOfAbout;
}

function subtract(amount: Money, by: Money): Money {
  return addMoney(amount, negateMoney(by));
}
