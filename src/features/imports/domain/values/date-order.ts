import { addDays, dateWords, daysBetween, spanOf } from "#shared/time/plain-dates.ts";
import { quoted } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Question } from "../statement.ts";
import { dateOrders, dateParts, inOrder } from "./date-text.ts";
import type { DateOrder } from "./date-text.ts";

/** Printed date; `shown` returns words that show its row. */
export type SampleDate = { line: number; text: string; shown: () => string };

export type DateDecision = {
  /** Reads a printed date as `YYYY-MM-DD`; null if it isn't one. */
  readDate: (text: string) => string | null;
  question: Question | null;
};

/** A printed date in every order; null where it doesn't exist. */
type DateReading = Readonly<Record<DateOrder, string | null>>;

/**
 * Decides once for a file whether the day, the month, or a year of two digits comes first (docs/reference/import.md, "Dates"). A number
 * above 12 proves the day. Otherwise the person's answer counts, then the order in which the rows lie together, then the one in
 * which the dates run one way, then the one without dates after today, then the new one instead of one years ago; if none of that
 * settles it, the person is asked. `others` are dates of a second column, which only prove. Throws a {@link StatementError} if the file proves that both day and month come first.
 */
export function decideDateOrder(
  samples: readonly SampleDate[],
  today: string,
  answer: string | undefined,
  others: readonly SampleDate[] = [],
): DateDecision {
  const readingOf = createDateReader(today);
  const decided = (order: DateOrder, question: Question | null = null) => ({
    readDate: (text: string) => readingOf(text)[order],
    question,
  });
  const all = samples.concat(others);
  const possible = possibleOrders(all, readingOf);
  const [first = "mdy"] = possible;
  const meanings = ({ text }: SampleDate) => new Set(possible.map((order) => readingOf(text)[order])).size;
  const most = all.reduce((found, sample) => Math.max(found, meanings(sample)), 1);
  const example = most > 1 ? all.find((sample) => meanings(sample) === most) : undefined;
  if (example === undefined) return decided(first);
  const question = askFor(example, possible, readingOf(example.text));
  const answered = possible.find((order) => order === answer);
  if (answered !== undefined) return decided(answered, { ...question, answer: answered });
  const likely = likelyOrder(possible, datesIn(samples, readingOf), today);
  return decided(likely.order, likely.isSure ? null : question);
}

/** Returns a function that reads dates in every order. Rows share few dates, so it remembers them. */
function createDateReader(today: string): (text: string) => DateReading {
  const known = new Map<string, DateReading>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const parts = dateParts(text, today);
    const reading = {
      dmy: parts === null ? null : inOrder(parts, "dmy"),
      mdy: parts === null ? null : inOrder(parts, "mdy"),
      ymd: parts === null ? null : inOrder(parts, "ymd"),
    };
    known.set(text, reading);
    return reading;
  };
}

/** Returns the orders in which every date exists that exists in any. */
function possibleOrders(
  samples: readonly SampleDate[],
  readingOf: (text: string) => DateReading,
): DateOrder[] {
  const proves = (order: DateOrder, other: DateOrder) =>
    samples.find(({ text }) => readingOf(text)[order] !== null && readingOf(text)[other] === null);
  const dayFirst = proves("dmy", "mdy");
  const monthFirst = proves("mdy", "dmy");
  const isYearFirst = proves("dmy", "ymd") === undefined && proves("mdy", "ymd") === undefined;
  if (dayFirst !== undefined && monthFirst !== undefined && !isYearFirst) {
    throw new StatementError(
      `The dates in this file are mixed: ${quoted(dayFirst.text)} in line ${dayFirst.line} has the day first, ${quoted(monthFirst.text)} in line ${monthFirst.line} the month. Export it again with one kind of date.`,
      Math.max(dayFirst.line, monthFirst.line),
    );
  }
  const ruledOut = { mdy: dayFirst !== undefined, dmy: monthFirst !== undefined, ymd: !isYearFirst };
  return dateOrders.filter((order) => !ruledOut[order]);
}

type DatesIn = (order: DateOrder) => readonly string[];

function datesIn(samples: readonly SampleDate[], readingOf: (text: string) => DateReading): DatesIn {
  const dates = (order: DateOrder) => samples.flatMap(({ text }) => readingOf(text)[order] ?? []);
  const known = { mdy: dates("mdy"), dmy: dates("dmy"), ymd: dates("ymd") };
  return (order) => known[order];
}

/** Days by which rows lie further apart if their year is taken for the day, or the day for the year. */
const furtherDays = 180;

/**
 * Decides whether the year comes first, if that's clear: where the year is taken for the day, or the other way around, rows of a few
 * days are years apart.
 */
export function closestOrders(possible: readonly DateOrder[], dates: DatesIn): readonly DateOrder[] {
  const others = possible.filter((order) => order !== "ymd");
  if (others.length === 0 || others.length === possible.length) return possible;
  const daysOf = (order: DateOrder) => {
    const span = spanOf(dates(order));
    return span === null ? 0 : daysBetween(span.from, span.to);
  };
  const further = daysOf("ymd") - Math.min(...others.map(daysOf));
  if (further > furtherDays) return others;
  return further < -furtherDays ? ["ymd"] : possible;
}

/** Days since the latest row of a new file, and of one so old that it's not meant if it may be new. */
const [newDays, oldDays] = [366, 3 * 366];

function likelyOrder(
  possible: readonly DateOrder[],
  dates: DatesIn,
  today: string,
): { order: DateOrder; isSure: boolean } {
  const latest = (order: DateOrder) => spanOf(dates(order))?.to ?? "";
  const isRunning = (order: DateOrder) => runsOneWay(dates(order));
  const close = closestOrders(possible, dates);
  // Payments on one day of each month lie together where that day is taken for the year, too, but in disorder or longer ago.
  const isRival = (order: DateOrder) =>
    isRunning(order) && (!isRunning("ymd") || (latest(order) <= today && latest(order) > latest("ymd")));
  const rivals = close.includes("ymd")
    ? possible.filter((order) => !close.includes(order) && isRival(order))
    : [];
  const likely = rivals.length === 0 ? unlessNone(close, isRunning) : close.concat(rivals);
  const past = unlessNone(likely, (order) => latest(order) <= today);
  const isWithin = (days: number) => (order: DateOrder) => latest(order) >= addDays(today, -days);
  const timely = past.some(isWithin(newDays)) ? past.filter(isWithin(oldDays)) : past;
  const [order = "mdy"] = timely.toSorted((one, other) =>
    latest(one) < latest(other) ? 1 : latest(one) > latest(other) ? -1 : 0,
  );
  return { order, isSure: timely.length === 1 };
}

/** Returns the orders that meet a condition; all of them if none does. */
function unlessNone(orders: readonly DateOrder[], meets: (order: DateOrder) => boolean) {
  const met = orders.filter(meets);
  return met.length === 0 ? orders : met;
}

function runsOneWay(dates: readonly string[]): boolean {
  const next = (index: number) => dates[index + 1] ?? dates[index] ?? "";
  return (
    dates.every((date, index) => date <= next(index)) || dates.every((date, index) => date >= next(index))
  );
}

function askFor({ text, shown }: SampleDate, possible: readonly DateOrder[], reading: DateReading): Question {
  const choices = possible.map((value) => ({ value, label: dateWords(reading[value] ?? "") }));
  return {
    id: "dateOrder",
    text: `Which day is ${quoted(text)} in this row? ${shown()}`,
    choices: choices.filter(({ label }, index) => choices.findIndex((one) => one.label === label) === index),
    answer: null,
  };
}
