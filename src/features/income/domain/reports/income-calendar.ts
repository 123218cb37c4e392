import type { Money } from "#shared/money.ts";
import { zeroMoney } from "#shared/money.ts";
import { addMonths, monthOf, monthWords, monthsFrom } from "#shared/time/plain-dates.ts";
import { incomeMonth, type IncomeMonth } from "../income-month.ts";
import type { IncomeSchedule } from "../income-source.ts";

/** Stands for "no next due date" in answers (docs/reference/http-api.md, "Income"). */
export const noDate = "0001-01-01";

/** What was credited to each month; a month that is not in it has nothing. */
export type PaidByMonth = ReadonlyMap<string, Money>;

/** A source's figures of one month, from all that was ever credited to it. */
export function monthOfSource(
  schedule: IncomeSchedule,
  month: string,
  paid: PaidByMonth | undefined,
  today: string,
): IncomeMonth {
  return incomeMonth(schedule, month, paid?.get(month) ?? zeroMoney, today);
}

/**
 * The earliest due date from today on, in this month or the next, of a source that is not paid for it; `0001-01-01` when
 * there is none (docs/reference/money.md, "Income totals").
 */
export function nextDueDate(
  sources: readonly { schedule: IncomeSchedule; paid: PaidByMonth | undefined }[],
  today: string,
): string {
  const months = [monthOf(today), addMonths(monthOf(today), 1)];
  const dates = sources
    .flatMap(({ schedule, paid }) => months.map((month) => monthOfSource(schedule, month, paid, today)))
    .filter(({ isActive, isPaid, dueDate }) => isActive && !isPaid && dueDate >= today)
    .map(({ dueDate }) => dueDate);
  return dates.toSorted()[0] ?? noDate;
}

/**
 * The months to choose from, newest first: from the first one of any source to the month after the current one
 * (docs/reference/money.md, "Timeline"); without sources the current and the next. `firstMonths` are
 * those in which sources begin or payments were credited: money that was paid before its source began stays in sight.
 */
export function incomeTimeline(firstMonths: readonly string[], today: string): string[] {
  const current = monthOf(today);
  const first = [...firstMonths, current].toSorted()[0] ?? current;
  return monthsFrom(first, addMonths(current, 1)).toReversed();
}

/** A month as the selector shows it: `{ text: "November 2026", month: 11, year: 2026 }`. */
export function monthEntry(month: string): { text: string; month: number; year: number } {
  return { text: monthWords(month), month: Number(month.slice(5, 7)), year: Number(month.slice(0, 4)) };
}
