import { dateWords } from "#shared/time/plain-dates.ts";
import { quoted } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Question } from "../statement.ts";
import { dateParts, inOrder } from "./date-text.ts";
import type { DateOrder } from "./date-text.ts";

/** Printed date; `shown` returns words that show its row. */
export type SampleDate = { line: number; text: string; shown: () => string };

export type DateDecision = {
  /** Reads a printed date as `YYYY-MM-DD`; null if it isn't one. */
  readDate: (text: string) => string | null;
  question: Question | null;
};

/** A printed date in both orders; null where it doesn't exist. */
type DateReading = Readonly<Record<DateOrder, string | null>>;

/**
 * Decides once for a file whether the day or the month comes first (docs/reference/import.md, "Dates"). A number above 12 proves
 * it. Otherwise the person's answer counts, then the order in which the dates run one way, then the one without dates after
 * today; if none of that settles it, the person is asked. `others` are dates of a second column, which only prove. Throws a {@link StatementError} if the file proves both orders.
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
  const proven = provenOrder(all, readingOf);
  if (proven !== null) return decided(proven);
  const example = all.find(({ text }) => readingOf(text).dmy !== readingOf(text).mdy);
  if (example === undefined) return decided("mdy");
  const question = askFor(example, readingOf(example.text));
  if (answer === "dmy" || answer === "mdy") return decided(answer, { ...question, answer });
  const readings = samples.map(({ text }) => readingOf(text));
  const likely = likelyOrder(readings, today);
  return decided(likely.order, likely.isSure ? null : question);
}

/** Returns a function that reads dates in both orders. Rows share few dates, so it remembers them. */
function createDateReader(today: string): (text: string) => DateReading {
  const known = new Map<string, DateReading>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const parts = dateParts(text, today);
    const reading = {
      dmy: parts === null ? null : inOrder(parts, "dmy"),
      mdy: parts === null ? null : inOrder(parts, "mdy"),
    };
    known.set(text, reading);
    return reading;
  };
}

/** Returns the order that dates with a number above 12 prove. */
function provenOrder(
  samples: readonly SampleDate[],
  readingOf: (text: string) => DateReading,
): DateOrder | null {
  const proves = (order: DateOrder, other: DateOrder) =>
    samples.find(({ text }) => readingOf(text)[order] !== null && readingOf(text)[other] === null);
  const dayFirst = proves("dmy", "mdy");
  const monthFirst = proves("mdy", "dmy");
  if (dayFirst !== undefined && monthFirst !== undefined) {
    throw new StatementError(
      `The dates in this file are mixed: ${quoted(dayFirst.text)} in line ${dayFirst.line} has the day first, ${quoted(monthFirst.text)} in line ${monthFirst.line} the month. Export it again with one kind of date.`,
      Math.max(dayFirst.line, monthFirst.line),
    );
  }
  if (dayFirst !== undefined) return "dmy";
  return monthFirst === undefined ? null : "mdy";
}

function likelyOrder(readings: readonly DateReading[], today: string): { order: DateOrder; isSure: boolean } {
  const dmy = readings.flatMap((reading) => reading.dmy ?? []);
  const mdy = readings.flatMap((reading) => reading.mdy ?? []);
  if (runsOneWay(dmy) !== runsOneWay(mdy)) return { order: runsOneWay(dmy) ? "dmy" : "mdy", isSure: true };
  const lastDmy = latestOf(dmy);
  const lastMdy = latestOf(mdy);
  if (lastDmy > today !== lastMdy > today) return { order: lastDmy > today ? "mdy" : "dmy", isSure: true };
  return { order: lastDmy > lastMdy ? "dmy" : "mdy", isSure: false };
}

function runsOneWay(dates: readonly string[]): boolean {
  const next = (index: number) => dates[index + 1] ?? dates[index] ?? "";
  return (
    dates.every((date, index) => date <= next(index)) || dates.every((date, index) => date >= next(index))
  );
}

function latestOf(dates: readonly string[]): string {
  return dates.reduce((latest, date) => (date > latest ? date : latest), "");
}

function askFor({ text, shown }: SampleDate, { dmy, mdy }: DateReading): Question {
  return {
    id: "dateOrder",
    text: `Which day is ${quoted(text)} in this row? ${shown()}`,
    choices: [
      { value: "mdy", label: dateWords(mdy ?? "") },
      { value: "dmy", label: dateWords(dmy ?? "") },
    ],
    answer: null,
  };
}
