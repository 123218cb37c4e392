import { addMoney, formatMoney, negateMoney, ofUnits, toUnits, type Money } from "#shared/money.ts";
import { daysBetween, firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import type { CurrentBudget, MonthIncome } from "./overview-shapes.ts";

/** The overview's one number, the words after it, and whether the estimates are overrun. */
export type Headline = { figure: string; words: string; isOver: boolean };

/**
 * Returns what is left of the current budget's estimates and for how many days; what was spent, if it has none. Amounts
 * are whole units, never more than is left and never less than is over.
 */
export function headlineOf(budget: CurrentBudget, today: string): Headline {
  const { isoCurrencyCode, estimateTotal, availableTotal, plannedTotal, transactionsTotal } = budget;
  const left = daysBetween(today, budget.endDate);
  const days = left === 0 ? "last day" : left === 1 ? "1 day" : `${left} days`;
  const when = isWholeMonth(budget, today) ? "this month" : `in ${budget.budgetName}`;
  const inMinor = (units: number) => ofUnits(units, isoCurrencyCode);
  if (estimateTotal === 0 && availableTotal === 0)
    return {
      figure: wholeText(inMinor(transactionsTotal), isoCurrencyCode),
      words: `spent ${when} · ${days}`,
      isOver: false,
    };
  const isOver = plannedTotal > availableTotal;
  const remainder = addMoney(inMinor(availableTotal), negateMoney(inMinor(plannedTotal)));
  return {
    figure: wholeText(
      isOver ? roundedUp(negateMoney(remainder), isoCurrencyCode) : remainder,
      isoCurrencyCode,
    ),
    words: `${isOver ? "over" : "left"} ${when} · ${days}`,
    isOver,
  };
}

function isWholeMonth({ startDate, endDate }: CurrentBudget, today: string): boolean {
  const month = monthOf(today);
  return startDate === firstDayOf(month) && endDate === lastDayOf(month);
}

function roundedUp(amount: Money, isoCurrencyCode: string): Money {
  return ofUnits(Math.ceil(toUnits(amount, isoCurrencyCode)), isoCurrencyCode);
}

/** Formats an amount without its fraction: "$1,240". */
function wholeText(amount: Money, isoCurrencyCode: string): string {
  return formatMoney(amount, isoCurrencyCode).replace(/\.\d+/, "");
}

/** Describes this month's income by currency: "$2,400.00 of $3,600.00 received this month". */
export function receivedWords(income: readonly MonthIncome[]): string[] {
  return income
    .filter(({ due, paid }) => due > 0 || paid > 0)
    .map(
      ({ isoCurrencyCode, paid, due }) =>
        `${amountText(paid, isoCurrencyCode)} of ${amountText(due, isoCurrencyCode)} received this month`,
    );
}

/** Describes a change of net worth in currency units: "Up $120.00", "Down $5.00", "Unchanged". */
export function changeWords(from: number, to: number, isoCurrencyCode: string): string {
  const [before, after] = [ofUnits(from, isoCurrencyCode), ofUnits(to, isoCurrencyCode)];
  if (before === after) return "Unchanged";
  const change = addMoney(after, negateMoney(before));
  return change > 0
    ? `Up ${formatMoney(change, isoCurrencyCode)}`
    : `Down ${formatMoney(negateMoney(change), isoCurrencyCode)}`;
}

/** Formats an amount in currency units. */
export function amountText(units: number, isoCurrencyCode: string): string {
  return formatMoney(ofUnits(units, isoCurrencyCode), isoCurrencyCode);
}
