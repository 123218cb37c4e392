import { compareMoney, money, percentOfMoney, type Money } from "#shared/money.ts";
import { addDays, addMonths, dayOfMonth, daysBetween, monthOf } from "#shared/time/plain-dates.ts";
import { dayNumberOf, medianOf, monthlyIncomeOf, usualDay, type PayeeRow } from "./monthly-income.ts";
import type { Direction, IncomeSourceType } from "./income-source.ts";
import { daysApart, dueDatesFrom, hasTwoDays, type Rhythm, type RhythmDates } from "./rhythm.ts";

/*
 * Finds rhythms in the unlinked rows of a payee, to offer them as bills or income (docs/reference/money.md, "Detected
 * sources"). Amounts are in minor units of the rows' currency.
 */

/** All unlinked rows of a payee in one direction and currency, by date. */
export type PayeeRows = {
  direction: Direction;
  payeeKey: string;
  isoCurrencyCode: string;
  /** The payee's name as its transactions show it. */
  payee: string;
  rows: readonly PayeeRow[];
};

/** A source or bill that a payee's rows suggest, each with the month of the due date it pays. */
export type DetectedSource = Omit<PayeeRows, "rows"> & {
  name: string;
  incomeSourceType: IncomeSourceType;
  /** The bank of the latest row. */
  institutionAccessItemId: number;
  rhythm: Rhythm;
  dayOfMonthDue: number;
  secondDay: number | null;
  startDate: string;
  amountDue: Money;
  isAbout: boolean;
  payments: (PayeeRow & { creditedMonth: string })[];
};

/** Months of rows to look at: a year, and one more so that a yearly row comes twice. */
export const monthsOfRows = 13;
/** A payee with more rows sends no regular bill. */
export const mostRows = 60;
const nameLength = 200;

/** Fewest rows that show a rhythm, days that a row may be off, and days of silence after which it has stopped. */
type Signs = { rhythm: Rhythm; least: number; daysOff: number; silence: number };

const signs: readonly Signs[] = [
  { rhythm: "weekly", least: 5, daysOff: 1, silence: 16 },
  { rhythm: "everyTwoWeeks", least: 4, daysOff: 2, silence: 25 },
  { rhythm: "twiceAMonth", least: 5, daysOff: 3, silence: 30 },
  { rhythm: "monthly", least: 3, daysOff: 5, silence: 45 },
  { rhythm: "quarterly", least: 3, daysOff: 8, silence: 120 },
  { rhythm: "yearly", least: 2, daysOff: 10, silence: 395 },
];

/** Amounts of a payee that differ by more than this from the row before vary, and by more than that from the middle are no bill. */
const steadyPercent = 5;
const [leastOfMiddle, mostOfMiddle] = [50, 200];

/** Returns what the rows of payees suggest: bills, then income; the most frequent currency first, then the largest. */
export function detectSources(payees: readonly PayeeRows[], today: string): DetectedSource[] {
  const found = payees.flatMap((payee) => sourcesOf(payee, today));
  const ofCurrencies = Map.groupBy(
    found,
    ({ direction, isoCurrencyCode }) => `${direction} ${isoCurrencyCode}`,
  );
  return [...ofCurrencies.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((ofCurrency) => ofCurrency.toSorted((a, b) => compareMoney(b.amountDue, a.amountDue)))
    .toSorted((a, b) => b.direction.localeCompare(a.direction));
}

function sourcesOf({ rows, ...payee }: PayeeRows, today: string): DetectedSource[] {
  const rhythmic = expectationOf(rows, today);
  const isMonthlyIncome = payee.direction === "in" && (rhythmic === null || rhythmic.rhythm === "monthly");
  const monthly = isMonthlyIncome ? monthlyOf(rows, today) : [];
  const found = monthly.length > 0 || rhythmic === null ? monthly : [rhythmic];
  return found.flatMap((one) => {
    const last = one.payments.at(-1);
    if (last === undefined) return [];
    const { institutionAccessItemId } = last;
    const incomeSourceType = payee.direction === "in" ? typeOf(`${last.name} ${payee.payee}`) : "Other";
    return [{ ...payee, ...one, name: titleOf(payee.payee), incomeSourceType, institutionAccessItemId }];
  });
}

/** Adds up what comes in within a month, at each bank, because it may come in parts. */
function monthlyOf(rows: readonly PayeeRow[], today: string) {
  const ofBanks = Map.groupBy(rows, ({ institutionAccessItemId }) => institutionAccessItemId);
  return [...ofBanks.values()].flatMap((atBank) => {
    const found = monthlyIncomeOf(atBank, today);
    return found === null ? [] : [{ ...found, rhythm: "monthly" as const, secondDay: null, isAbout: false }];
  });
}

function expectationOf(rows: readonly PayeeRow[], today: string) {
  const last = rows.at(-1);
  if (last === undefined) return null;
  const amount = usualAmount(rows);
  if (amount === null) return null;
  const possible = signs.filter(
    ({ rhythm, least, silence }) =>
      rows.length >= least &&
      daysBetween(last.date, today) <= silence &&
      // Yearly rows are few, so only those of a steady amount show something.
      (rhythm !== "yearly" || amount.isSteady),
  );
  // Few rows can keep two rhythms, such as every two weeks and twice a month; the closer one is meant.
  const [found] = possible
    .flatMap((sign) => rhythmOf(rows, sign) ?? [])
    .toSorted((a, b) => a.daysOff - b.daysOff);
  if (found === undefined) return null;
  const { dueDates, daysOff: _, ...dates } = found;
  const { usual: amountDue, isAbout } = amount;
  const payments = rows.map((row, at) =>
    Object.assign({ creditedMonth: monthOf(dueDates[at] ?? row.date) }, row),
  );
  return { ...dates, amountDue, isAbout, payments };
}

type Found = { rhythm: Rhythm; dayOfMonthDue: number; secondDay: number | null; startDate: string };

/** Returns the due dates of a rhythm that the rows keep, one by one, and by how many days all are off; null if they don't. */
function rhythmOf(
  rows: readonly PayeeRow[],
  { rhythm, daysOff }: Signs,
): (Found & { dueDates: string[]; daysOff: number }) | null {
  for (const found of candidatesOf(rows, rhythm)) {
    const { startDate, secondDay, dayOfMonthDue } = found;
    const dates: RhythmDates = { rhythm, startDate, endDate: null, secondDay };
    const to = addDays(rows.at(-1)?.date ?? startDate, daysOff);
    const dueDates = dueDatesFrom(dates, () => dayOfMonthDue, { from: startDate, to });
    if (dueDates.length !== rows.length) continue;
    const off = rows.map(({ date }, at) => Math.abs(daysBetween(dueDates[at] ?? date, date)));
    if (off.every((days) => days <= daysOff))
      return { ...found, dueDates, daysOff: off.reduce((sum, days) => sum + days, 0) };
  }
  return null;
}

/** Returns the due dates that the rows could mean: a middle day, counted from the due date nearest to the first row. */
function candidatesOf(rows: readonly PayeeRow[], rhythm: Rhythm): Found[] {
  const first = rows[0]?.date ?? "";
  const step = daysApart[rhythm];
  if (step !== undefined) {
    const shift = medianOf(rows.map(({ date }, at) => daysBetween(addDays(first, at * step), date)));
    const startDate = addDays(first, shift);
    return [{ rhythm, dayOfMonthDue: dayNumberOf(startDate), secondDay: null, startDate }];
  }
  const days =
    rhythm === "twiceAMonth"
      ? [0, 1]
          .map((odd) => usualDay(datesOf(rows.filter((_, at) => at % 2 === odd)), 1))
          .toSorted((a, b) => a - b)
      : [usualDay(datesOf(rows), 1)];
  const [dayOfMonthDue = 1, secondDay = null] = days;
  if (rhythm === "twiceAMonth" && !hasTwoDays({ dayOfMonthDue, secondDay })) return [];
  return [-1, 0, 1].flatMap((months) =>
    days.map((day) => {
      const startDate = dayOfMonth(addMonths(monthOf(first), months), day);
      return { rhythm, dayOfMonthDue, secondDay, startDate };
    }),
  );
}

function datesOf(rows: readonly PayeeRow[]): string[] {
  return rows.map(({ date }) => date);
}

/** Returns the amount to expect: the latest of a steady payee, the middle of one that varies; null if it varies too much. */
function usualAmount(
  rows: readonly PayeeRow[],
): { usual: Money; isAbout: boolean; isSteady: boolean } | null {
  const amounts = rows.map(({ amount }) => amount);
  const middle = money(medianOf(amounts));
  if (amounts.some((one) => !isWithin(one, middle, leastOfMiddle, mostOfMiddle))) return null;
  const isSteady = amounts.every((one, at) => {
    const before = amounts[at - 1];
    return before === undefined || isWithin(one, before, 100 - steadyPercent, 100 + steadyPercent);
  });
  const [latest = middle, before = latest] = amounts.slice(-2).toReversed();
  const isSame = isSteady && compareMoney(latest, before) === 0;
  return { usual: isSame ? latest : middle, isAbout: !isSame, isSteady };
}

function isWithin(amount: Money, of: Money, least: number, most: number): boolean {
  return percentOfMoney(amount, of, "up") >= least && percentOfMoney(amount, of, "down") <= most;
}

function typeOf(text: string): IncomeSourceType {
  if (/\b(rent|rental|tenant|room)\b/i.test(text)) return "Rent";
  return /\b(loan|repayment|pays back|payback|installment)\b/i.test(text) ? "Loan" : "Other";
}

/** Returns a payee's name; the bank's capitals become a title. */
function titleOf(payee: string): string {
  const text = payee.trim().slice(0, nameLength);
  if (text !== text.toUpperCase()) return text;
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s(\-/])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}
