import { compareMoney, money, percentOfMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import {
  addMonths,
  daysBetween,
  daysInMonth,
  firstDayOf,
  monthOf,
  monthsFrom,
} from "#shared/time/plain-dates.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { IncomeSourceType } from "./income-source.ts";

/*
 * Finds regular deposits among a person's unlinked ones, to offer them as income sources (docs/reference/money.md,
 * "Detected income"). Amounts are in minor units of a deposit's currency.
 */

/** An unlinked deposit. */
export type Deposit = {
  transactionId: number;
  institutionAccessItemId: number;
  /** The ledger's normalized payer. */
  payeeKey: string;
  name: string;
  merchantName: string | null;
  /** The payment date it would have. */
  date: string;
  amount: Money;
  isoCurrencyCode: string;
};

/** A source that a payer's deposits suggest, with the deposits as payments of their months, oldest first. */
export type DetectedIncome = {
  institutionAccessItemId: number;
  payeeKey: string;
  isoCurrencyCode: string;
  name: string;
  incomeSourceType: IncomeSourceType;
  amountDue: Money;
  /** 31 is the last day of any month. */
  dayOfMonthDue: number;
  startDate: string;
  payments: (Deposit & { creditedMonth: string })[];
};

/** Months of deposits to look at. */
export const monthsOfDeposits = 12;
const fewestMonths = 3;
/** A payer silent for longer has stopped. */
const longestSilenceDays = 45;
/** Part of all months that must have a deposit, and part of those that must have about the same total, in percent. */
const leastPercent = 66;
const tolerancePercent = 25;
const memoLength = 200;

/** Returns what regular deposits suggest as income sources: the most frequent currency first, then largest first. */
export function detectIncome(deposits: readonly Deposit[], today: string): DetectedIncome[] {
  const keyOf = (one: Deposit) => `${one.institutionAccessItemId} ${one.isoCurrencyCode} ${one.payeeKey}`;
  const found = [...Map.groupBy(deposits, keyOf).values()].flatMap((ofPayer) =>
    sourceOf(
      ofPayer.toSorted((a, b) => compareDates(a.date, b.date)),
      today,
    ),
  );
  return [...Map.groupBy(found, ({ isoCurrencyCode }) => isoCurrencyCode).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((ofCurrency) => ofCurrency.toSorted((a, b) => compareMoney(b.amountDue, a.amountDue)));
}

type Month = { month: string; deposits: Deposit[]; total: Money };

function sourceOf(deposits: readonly Deposit[], today: string): DetectedIncome[] {
  const [first, last] = [deposits[0], deposits.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (daysBetween(last.date, today) > longestSilenceDays) return [];
  const all = spread(monthsFrom(monthOf(first.date), monthOf(last.date)), deposits);
  const paid = all.filter(({ deposits: ofMonth }) => ofMonth.length > 0);
  if (paid.length < fewestMonths || paid.length * 100 < all.length * leastPercent) return [];
  // The first month may be only partly known, and this one isn't over.
  const complete = paid.filter((one, index) => index > 0 && one.month < monthOf(today));
  const middle = medianMoney(complete.map(({ total }) => total));
  const usual = complete.filter(({ total }) => isAbout(total, middle));
  if (usual.length < fewestMonths - 1 || usual.length * 100 < complete.length * leastPercent) return [];
  const months = paid.filter(({ total }, index) => index > 0 || isAbout(total, middle));
  const [start] = months;
  if (start === undefined) return [];
  return [
    {
      institutionAccessItemId: first.institutionAccessItemId,
      payeeKey: first.payeeKey,
      isoCurrencyCode: first.isoCurrencyCode,
      name: nameOf(last),
      incomeSourceType: typeOf(last),
      amountDue: leastOf(usual.map(({ total }) => total)),
      dayOfMonthDue: dueDayOf(usual),
      startDate: firstDayOf(start.month),
      payments: months.flatMap(({ month, deposits: ofMonth }) =>
        ofMonth.map((deposit) => ({ ...deposit, creditedMonth: month })),
      ),
    },
  ];
}

/** Credits deposits to months: two in one month, next to a month without any, pay one each. */
function spread(months: readonly string[], deposits: readonly Deposit[]): Month[] {
  const usualCount = Math.max(1, Math.round(deposits.length / months.length));
  const byMonth = new Map(
    months.map((month) => [month, deposits.filter((one) => monthOf(one.date) === month)]),
  );
  for (const month of months) {
    const ofMonth = byMonth.get(month) ?? [];
    if (ofMonth.length > 0) continue;
    const [before, after] = [byMonth.get(addMonths(month, -1)) ?? [], byMonth.get(addMonths(month, 1)) ?? []];
    const moved =
      after.length > usualCount ? after.shift() : before.length > usualCount ? before.pop() : undefined;
    if (moved !== undefined) ofMonth.push(moved);
  }
  return months.map((month) => {
    const ofMonth = byMonth.get(month) ?? [];
    return { month, deposits: ofMonth, total: sumMoney(ofMonth.map(({ amount }) => amount)) };
  });
}

/** Returns the day by which a month's deposits have usually arrived; 31 for one that follows the month's end. */
function dueDayOf(months: readonly Month[]): number {
  const dates = months.flatMap(({ deposits }) => deposits.at(-1)?.date ?? []);
  const days = dates.map((date) => Number(date.slice(8)));
  const toEnd = dates.map((date, index) => daysInMonth(monthOf(date)) - (days[index] ?? 0));
  return Math.max(...days) >= 29 && medianOf(toEnd) <= 2 ? 31 : medianOf(days);
}

function isAbout(total: Money, middle: Money): boolean {
  return (
    percentOfMoney(total, middle, "up") >= 100 - tolerancePercent &&
    percentOfMoney(total, middle, "down") <= 100 + tolerancePercent
  );
}

/** Returns the upper median; 0 of nothing. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function medianMoney(amounts: readonly Money[]): Money {
  return money(medianOf(amounts));
}

function leastOf(amounts: readonly Money[]): Money {
  return amounts.toSorted(compareMoney)[0] ?? zeroMoney;
}

function typeOf({ name, merchantName }: Deposit): IncomeSourceType {
  const text = `${name} ${merchantName ?? ""}`.toLowerCase();
  if (/\b(rent|rental|tenant|room)\b/.test(text)) return "Rent";
  return /\b(loan|repayment|pays back|payback|installment)\b/.test(text) ? "Loan" : "Other";
}

function nameOf({ name, merchantName }: Deposit): string {
  return titleOf(merchantName ?? name);
}

/** Returns a payer's name; the bank's capitals become a title. */
export function titleOf(written: string): string {
  const text = written.trim().slice(0, memoLength);
  if (text !== text.toUpperCase()) return text;
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s(\-/])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}
