import { formatMoney } from "#shared/money.ts";
import { addMonths, dateWords, monthOf, monthWords, monthsFrom } from "#shared/time/plain-dates.ts";
import type { CalendarEvent } from "./calendar-text.ts";
import { monthOfSource, type PaidByMonth } from "./income-calendar.ts";
import type { IncomeMonth } from "../income-month.ts";
import type { IncomeSource } from "../income-source.ts";

const monthsBehind = 2;
const monthsAhead = 12;

/** A source of the calendar, with its bank's name and payments. */
export type CalendarSource = {
  source: IncomeSource;
  institutionName: string;
  paid: PaidByMonth | undefined;
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
  const months = monthsFrom(addMonths(current, -monthsBehind), addMonths(current, monthsAhead));
  return sources
    .flatMap(({ source, institutionName, paid }) =>
      months
        .map((month) => monthOfSource(source, month, paid, today))
        .filter(({ isActive }) => isActive)
        .map((figures) => ({
          uid: `income-${source.incomeSourceId}-${figures.month}@${site.domain}`,
          date: figures.dueDate,
          summary: `${source.name}: ${formatMoney(figures.due, source.isoCurrencyCode)} ${stateWords(figures, today)}`,
          description: descriptionOf(figures, source.isoCurrencyCode, institutionName),
          category: source.incomeSourceType,
          url: site.urlOf(source, figures.month),
        })),
    )
    .toSorted((a, b) => (a.date === b.date ? a.uid.localeCompare(b.uid) : a.date < b.date ? -1 : 1));
}

function stateWords({ status, isPastDue, dueDate }: IncomeMonth, today: string): string {
  if (status === "No Payment") return dueDate === today ? "due today" : "due";
  return status === "Partially Paid" && isPastDue ? "(Partially Paid, Past Due)" : `(${status})`;
}

function descriptionOf(figures: IncomeMonth, currency: string, institutionName: string): string {
  const amount = (key: "due" | "paid" | "outstanding") => formatMoney(figures[key], currency);
  return [
    `${figures.status} for ${monthWords(figures.month)}`,
    `Due ${dateWords(figures.dueDate)}: ${amount("due")}`,
    `Paid: ${amount("paid")}`,
    `Outstanding: ${amount("outstanding")}`,
    institutionName,
  ].join("\n");
}
