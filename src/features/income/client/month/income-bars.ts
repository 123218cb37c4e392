import { sumText } from "#client/words/money-text.ts";
import { addMonths, monthWords } from "#shared/time/plain-dates.ts";

/** Amounts due and paid in a month, in currency units. */
export type ChartMonth = { month: string; due: number; paid: number; overdue: number };

/** Two bars side by side in a month's slot, in units of the drawing. */
export type ChartBar = {
  month: string;
  x: number;
  slot: number;
  dueX: number;
  paidX: number;
  width: number;
  dueHeight: number;
  paidHeight: number;
};

const monthCount = 12;

/** Returns the first of the chart's twelve months, which end with the current one unless the shown month is outside. */
export function firstMonthOf(shownMonth: string, currentMonth: string): string {
  const first = addMonths(currentMonth, 1 - monthCount);
  if (shownMonth < first) return shownMonth;
  return shownMonth > currentMonth ? addMonths(shownMonth, 1 - monthCount) : first;
}

/** Computes the bars of a drawing; the highest one fills it. */
export function barsOf(
  months: readonly ChartMonth[],
  { width, height }: { width: number; height: number },
): ChartBar[] {
  const highest = Math.max(...months.flatMap(({ due, paid }) => [due, paid]), 0);
  const slot = width / Math.max(1, months.length);
  const barWidth = slot * 0.32;
  const lengthOf = (units: number) => (highest === 0 ? 0 : (units / highest) * height);
  return months.map(({ month, due, paid }, index) => ({
    month,
    x: index * slot,
    slot,
    dueX: index * slot + slot / 2 - barWidth,
    paidX: index * slot + slot / 2,
    width: barWidth,
    dueHeight: lengthOf(due),
    paidHeight: lengthOf(paid),
  }));
}

/** Describes the chart in a sentence. */
export function chartSentence(
  months: readonly Omit<ChartMonth, "overdue">[],
  isoCurrencyCode: string,
): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return "";
  const sumOf = (units: number[]) => sumText(units, isoCurrencyCode);
  const due = sumOf(months.map((one) => one.due));
  const paid = sumOf(months.map((one) => one.paid));
  return `${due} was due and ${paid} was paid from ${monthWords(first.month)} to ${monthWords(last.month)}.`;
}
