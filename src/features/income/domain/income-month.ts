import { addMoney, compareMoney, negateMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import { dueDateIn, isActiveIn, termIn, type IncomeSchedule } from "./income-source.ts";

/** The words of the status chip (docs/reference/product.md, "Income screens"). */
export const incomeStatuses = ["Paid", "Partially Paid", "Past Due", "No Payment"] as const;
export type IncomeStatus = (typeof incomeStatuses)[number];

/** What follows from a payment total and today (docs/reference/money.md, "Status of a month"). */
type MonthStatus = { status: IncomeStatus; isPaid: boolean; isPastDue: boolean; overdue: Money };

/**
 * The decision table of docs/reference/money.md, "Status of a month", row by row. `paid` is what is credited to the
 * month (P), `due` what is due in it (D), `today` a plain date (T). Nothing due is Paid.
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
  const overdue = isLate ? lessening(due, paid) : zeroMoney;
  if (compareMoney(paid, zeroMoney) > 0)
    return { status: "Partially Paid", isPaid: false, isPastDue: isLate, overdue };
  return { status: isLate ? "Past Due" : "No Payment", isPaid: false, isPastDue: isLate, overdue };
}

/** What a source came to in one month: `paid` + `outstanding` = `due` + `overpaid`. */
export type IncomeMonth = MonthStatus & {
  month: string;
  isActive: boolean;
  dueDate: string;
  due: Money;
  paid: Money;
  outstanding: Money;
  overpaid: Money;
};

/** A source's figures of a month from what is credited to it. Where the source is not active, nothing is due. */
export function incomeMonth(
  schedule: IncomeSchedule,
  month: string,
  paid: Money,
  today: string,
): IncomeMonth {
  const isActive = isActiveIn(schedule, month);
  const due = isActive ? termIn(schedule.terms, month).amountDue : zeroMoney;
  const dueDate = dueDateIn(schedule, month);
  const difference = lessening(due, paid);
  const isShort = compareMoney(difference, zeroMoney) > 0;
  return {
    ...monthStatusOf({ paid, due, dueDate, today }),
    month,
    isActive,
    dueDate,
    due,
    paid,
    outstanding: isShort ? difference : zeroMoney,
    overpaid: isShort ? zeroMoney : negateMoney(difference),
  };
}

/** Whether there is something to show: the source is active in the month, or was paid for it all the same. */
export function isShown({ isActive, paid }: Pick<IncomeMonth, "isActive" | "paid">): boolean {
  return isActive || compareMoney(paid, zeroMoney) !== 0;
}

/** Sums of months of one currency. */
export type IncomeTotals = { due: Money; paid: Money; overdue: Money };

/** The totals of any rows: every total is the sum of what is shown (docs/reference/money.md, "Income totals"). */
export function incomeTotals(months: readonly IncomeTotals[]): IncomeTotals {
  return {
    due: sumMoney(months.map(({ due }) => due)),
    paid: sumMoney(months.map(({ paid }) => paid)),
    overdue: sumMoney(months.map(({ overdue }) => overdue)),
  };
}

function lessening(amount: Money, by: Money): Money {
  return addMoney(amount, negateMoney(by));
}
