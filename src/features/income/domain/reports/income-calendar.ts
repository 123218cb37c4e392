import { zeroMoney } from "#shared/money.ts";
import { addMonths, lastDayOf, monthOf, monthWords, monthsFrom } from "#shared/time/plain-dates.ts";
import { incomeMonth, type IncomeMonth } from "../income-month.ts";
import { isMonthly, monthOfPeriods, periodsFrom, type PaidByPeriod } from "../income-period.ts";
import type { IncomeSchedule } from "../income-source.ts";

/** Value of "no next due date" in answers (docs/reference/http-api.md, "Income"). */
export const noDate = "0001-01-01";

/** Returns a source's figures for one month from all payments credited to it. */
export function monthOfSource(
  schedule: IncomeSchedule,
  month: string,
  paid: PaidByPeriod | undefined,
  today: string,
): IncomeMonth {
  if (!isMonthly(schedule)) return monthOfPeriods(schedule, month, paid, today);
  return incomeMonth(schedule, month, paid?.get(month) ?? zeroMoney, today);
}

/**
 * Returns the earliest due date from today on, in this month or the next, that isn't paid, or
 * `0001-01-01` (docs/reference/money.md, "Income totals").
 */
export function nextDueDate(
  sources: readonly { schedule: IncomeSchedule; paid: PaidByPeriod | undefined }[],
  today: string,
): string {
  const range = { from: today, to: lastDayOf(addMonths(monthOf(today), 1)) };
  const dates = sources.flatMap(
    ({ schedule, paid }) =>
      periodsFrom(schedule, range, paid, today).find(({ isPaid }) => !isPaid)?.dueDate ?? [],
  );
  return dates.toSorted()[0] ?? noDate;
}

/**
 * Returns the months to choose from, newest first: from the first of any source or payment to the month after the
 * current one (docs/reference/money.md, "Timeline"). `firstMonths` includes months of payments made before their source
 * started, which stay visible.
 */
export function incomeTimeline(firstMonths: readonly string[], today: string): string[] {
  const current = monthOf(today);
  const first = [...firstMonths, current].toSorted()[0] ?? current;
  return monthsFrom(first, addMonths(current, 1)).toReversed();
}

/** Returns an entry of the month selector: `{ text: "November 2026", month: 11, year: 2026 }`. */
export function monthEntry(month: string): { text: string; month: number; year: number } {
  return { text: monthWords(month), month: Number(month.slice(5, 7)), year: Number(month.slice(0, 4)) };
}
