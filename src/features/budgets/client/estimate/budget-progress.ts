import { countText, countWords } from "#shared/text/counts.ts";
import { moneyText } from "#client/words/money-text.ts";
import { formatMoney, negateMoney, ofUnits, sumMoney, type Money } from "#shared/money.ts";
import { progressTone } from "#ui/status/progress-percent.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";

type Planned = {
  plannedTotal: number;
  estimateTotal: number;
  availableTotal: number;
  isoCurrencyCode: string;
};

/** Returns true for a budget with an estimate, or with something carried into it. */
export function hasPlan({
  estimateTotal,
  availableTotal,
}: Pick<Planned, "estimateTotal" | "availableTotal">) {
  return estimateTotal > 0 || availableTotal !== 0;
}

/** Returns true if more was spent than is available, also if less than nothing is and nothing was spent yet. */
export function isOverPlan(budget: Omit<Planned, "isoCurrencyCode">): boolean {
  return hasPlan(budget) && budget.plannedTotal > budget.availableTotal;
}

/** Describes what is left of what is available or how far they are overspent: "$579.60 left", "$20.00 over", "no estimate". */
export function remainderText(budget: Planned): string {
  const { plannedTotal, availableTotal, isoCurrencyCode } = budget;
  if (!hasPlan(budget)) return "no estimate";
  const difference = differenceOf(availableTotal, plannedTotal, isoCurrencyCode);
  return difference < 0
    ? `${formatMoney(negateMoney(difference), isoCurrencyCode)} over`
    : `${formatMoney(difference, isoCurrencyCode)} left`;
}

/**
 * Describes the used share of what is available: "75% of $2,400.00", "No estimate" (docs/reference/money.md, "Percentages"), or,
 * where there is nothing to have a share of, "$5.00 overspent before" or "$0.00 available".
 */
export function shareText(
  available: number,
  totalPercent: number,
  isoCurrencyCode: string,
  estimate: number,
): string {
  if (available < 0) return `${moneyText(-available, isoCurrencyCode)} overspent before`;
  if (available > 0) return `${countText(totalPercent)}% of ${moneyText(available, isoCurrencyCode)}`;
  return estimate > 0 ? `${moneyText(0, isoCurrencyCode)} available` : "No estimate";
}

/**
 * Props of the progress bar of an estimate: red if it is overrun or money was spent with nothing available
 * (docs/reference/product.md, "Budget screens"), empty without an estimate.
 */
export function spentBar(spent: number, available: number, totalPercent: number, estimate: number) {
  if (available > 0) return { value: spent, max: available, tone: progressTone(totalPercent) };
  // As much or more was overspent before as the estimate makes up for.
  const isOver = available < 0 || (estimate > 0 && spent > 0);
  return isOver
    ? { value: 1, max: 1, tone: progressTone(Math.max(101, totalPercent)) }
    : { value: 0, max: 0, tone: "positive" as const };
}

/** Returns `a − b` in minor units. */
export function differenceOf(a: number, b: number, isoCurrencyCode: string): Money {
  return sumMoney([ofUnits(a, isoCurrencyCode), ofUnits(-b, isoCurrencyCode)]);
}

/** Describes today's position in a period: "9 days left", "last day", "starts in 3 days", "ended 5 days ago". */
export function periodText(startDate: string, endDate: string, today: string): string {
  if (today < startDate) return `starts in ${daysText(daysBetween(today, startDate))}`;
  const left = daysBetween(today, endDate);
  if (left === 0) return "last day";
  return left > 0 ? `${daysText(left)} left` : `ended ${daysText(-left)} ago`;
}

function daysText(days: number): string {
  return countWords(days, "day");
}

/** Returns true if today is within a period, both ends included. */
export function isCurrent(
  { startDate, endDate }: { startDate: string; endDate: string },
  today: string,
): boolean {
  return startDate <= today && today <= endDate;
}

/** "1 transaction", "1,204 transactions". */
export function transactionsText(count: number): string {
  return countWords(count, "transaction");
}
