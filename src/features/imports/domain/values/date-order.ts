import { dateWords } from "#shared/time/plain-dates.ts";
import { quoted } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Question } from "../statement.ts";
import { dateParts, inOrder } from "./date-text.ts";
import type { DateOrder, DateParts } from "./date-text.ts";

/** Printed date with words that show its row. */
export type SampleDate = { line: number; text: string; row: string };

export type DateDecision = { order: DateOrder; question: Question | null };

/**
 * Decides once for a file whether the day or the month comes first (docs/reference/import.md, "Dates"). A number above 12 proves
 * it. Otherwise the person's answer counts, then the order in which the dates run one way, then the one without dates after
 * today; if none of that settles it, the person is asked. Throws a {@link StatementError} if the file proves both orders.
 */
export function decideDateOrder(
  samples: readonly SampleDate[],
  today: string,
  answer: string | undefined,
): DateDecision {
  const parts = samples.map(({ text }) => dateParts(text, today));
  const proven = provenOrder(samples, parts);
  if (proven !== null) return { order: proven, question: null };
  const example = samples[parts.findIndex((part) => part !== null && isOpen(part))];
  if (example === undefined) return { order: "mdy", question: null };
  if (answer === "dmy" || answer === "mdy") return { order: answer, question: null };
  const likely = likelyOrder(
    parts.filter((part) => part !== null),
    today,
  );
  return { order: likely.order, question: likely.isSure ? null : askFor(example, today) };
}

function isOpen(parts: DateParts): boolean {
  return inOrder(parts, "dmy") !== inOrder(parts, "mdy");
}

/** Returns the order that dates with a number above 12 prove. */
function provenOrder(samples: readonly SampleDate[], parts: readonly (DateParts | null)[]): DateOrder | null {
  const proves = (order: DateOrder, other: DateOrder) =>
    samples.find((_, index) => {
      const part = parts[index] ?? null;
      return part !== null && inOrder(part, order) !== null && inOrder(part, other) === null;
    });
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

function likelyOrder(parts: readonly DateParts[], today: string): { order: DateOrder; isSure: boolean } {
  const dmy = parts.flatMap((part) => inOrder(part, "dmy") ?? []);
  const mdy = parts.flatMap((part) => inOrder(part, "mdy") ?? []);
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

function askFor({ text, row }: SampleDate, today: string): Question {
  const part = dateParts(text, today);
  const said = (order: DateOrder) => dateWords(part === null ? "" : (inOrder(part, order) ?? ""));
  return {
    id: "dateOrder",
    text: `Which day is ${quoted(text)} in this row? ${row}`,
    choices: [
      { value: "mdy", label: said("mdy") },
      { value: "dmy", label: said("dmy") },
    ],
  };
}
