import { formatMoney } from "#shared/money.ts";
import {
  addMonths,
  dateWords,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthWords,
} from "#shared/time/plain-dates.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { CalendarEvent } from "./calendar-text.ts";
import { periodsFrom, type IncomePeriod, type PaidByPeriod } from "../income-period.ts";
import type { IncomeSource } from "../income-source.ts";

const monthsBehind = 2;
const monthsAhead = 12;

/** A source of the calendar, with its bank's name and payments. */
export type CalendarSource = {
  source: IncomeSource;
  institutionName: string;
  paid: PaidByPeriod | undefined;
};

/**
 * Returns events for the due dates of the last 2 and the next 12 months, by date, with amount and status. `site.domain`
 * ends the permanent ids, `site.urlOf` links to the source's month.
 */
export function dueDateEvents(
  sources: readonly CalendarSource[],
  today: string,
  site: { domain: string; urlOf: (source: IncomeSource, month: string) => string },
): CalendarEvent[] {
  const current = monthOf(today);
  const from = firstDayOf(addMonths(current, -monthsBehind));
  const range = { from, to: lastDayOf(addMonths(current, monthsAhead)) };
  return sources
    .flatMap(({ source, institutionName, paid }) =>
      periodsFrom(source, range, paid, today).map((figures) => ({
        uid: `income-${source.incomeSourceId}-${figures.period}@${site.domain}`,
        date: figures.dueDate,
        summary: `${source.name}: ${formatMoney(figures.due, source.isoCurrencyCode)} ${stateWords(figures, today)}`,
        description: descriptionOf(figures, source.isoCurrencyCode, institutionName),
        category: source.direction === "out" ? "Bill" : source.incomeSourceType,
        url: site.urlOf(source, figures.month),
      })),
    )
    .toSorted((a, b) => compareDates(a.date, b.date) || a.uid.localeCompare(b.uid));
}

function periodWords({ period, dueDate, month }: IncomePeriod): string {
  return period === month ? monthWords(month) : dateWords(dueDate);
}

function stateWords({ status, isPastDue, dueDate }: IncomePeriod, today: string): string {
  if (status === "No Payment") return dueDate === today ? "due today" : "due";
  return status === "Partially Paid" && isPastDue ? "(Partially Paid, Past Due)" : `(${status})`;
}

function descriptionOf(figures: IncomePeriod, currency: string, institutionName: string): string {
  const amount = (key: "due" | "paid" | "outstanding") => formatMoney(figures[key], currency);
  return [
    `${figures.status} for ${periodWords(figures)}`,
    `Due ${dateWords(figures.dueDate)}: ${amount("due")}`,
    `Paid: ${amount("paid")}`,
    `Outstanding: ${amount("outstanding")}`,
    institutionName,
  ].join("\n");
}
