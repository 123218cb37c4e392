import { moneyText } from "#client/words/money-text.ts";
import { daysBetween, daysInMonth, firstDayOf } from "#shared/time/plain-dates.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import type { ExpectedPeriod, IncomeSourceView } from "../../contract.ts";
import { rhythmNames } from "../../domain/rhythm-words.ts";

/** "$80.00", "about $80.00": amounts that vary are expected, not known. */
export function dueAmount({ isAbout, isPaid, due, isoCurrencyCode }: DueAmount): string {
  const amount = moneyText(due, isoCurrencyCode);
  return isAbout && !isPaid ? `about ${amount}` : amount;
}

type DueAmount = { isAbout: boolean; isPaid: boolean; due: number; isoCurrencyCode: string };

/** Returns the amount of a due date with its sign: "+$1,450.00", "about -$80.00". */
export function periodAmount({ direction, due, isAbout, status, isoCurrencyCode }: SignedAmount): string {
  const amount =
    direction === "in" ? `+${moneyText(due, isoCurrencyCode)}` : moneyText(-due, isoCurrencyCode);
  return isAbout && status !== "Paid" ? `about ${amount}` : amount;
}

type SignedAmount = Pick<ExpectedPeriod, "direction" | "due" | "isAbout" | "status" | "isoCurrencyCode">;

type Rhythmic = Pick<IncomeSourceView, "rhythm" | "dayOfMonthDue" | "secondDay">;

/** "Monthly on the 5th", "Twice a month on the 15th and the last day", "Every two weeks". */
export function rhythmText({ rhythm, dayOfMonthDue, secondDay }: Rhythmic): string {
  if (rhythm === "twiceAMonth" && secondDay !== null)
    return `${rhythmNames[rhythm]} on ${dayText(dayOfMonthDue)} and ${dayText(secondDay)}`;
  if (rhythm === "monthly" || rhythm === "quarterly" || rhythm === "yearly")
    return `${rhythmNames[rhythm]} on ${dayText(dayOfMonthDue)}`;
  return rhythmNames[rhythm];
}

function dayText(day: number): string {
  return day === 31 ? "the last day" : `the ${ordinal(day)}`;
}

/** "by the 5th", "by the end of the month" (docs/reference/money.md, "Income sources"). */
export function dueDayWords(day: number): string {
  return day === 31 ? "by the end of the month" : `by the ${ordinal(day)}`;
}

/** Returns a month as weeks from Sunday to Saturday; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  // 2023-01-01 was a Sunday.
  const before = ((daysBetween("2023-01-01", first) % 7) + 7) % 7;
  const days = Array.from(
    { length: daysInMonth(month) },
    (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`,
  );
  const cells: (string | null)[] = [...Array.from({ length: before }, () => null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
