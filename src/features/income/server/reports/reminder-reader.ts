import { addMonths, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { IncomeReminder } from "../../contract.ts";
import { periodsFrom } from "../../domain/income-period.ts";
import { monthOfSource } from "../../domain/reports/income-calendar.ts";
import { incomeTotals } from "../../domain/income-month.ts";
import { remindersOf } from "../../domain/reports/income-reminders.ts";
import { totalsView, unitsOf } from "../income-views.ts";
import { readPaid } from "../payments/payment-rows.ts";
import { sourcesOfLinked, type IncomeScope } from "../sources/source-rows.ts";

type Sources = Awaited<ReturnType<typeof sourcesOfLinked>>;
type PaidOf = Awaited<ReturnType<typeof readPaid>>;

/** Income of all linked banks, read once for everything the overview shows. */
export type IncomeAtGlance = {
  reminders: IncomeReminder[];
  /** Income due and paid in the current month, by currency code. */
  sums: MonthSums[];
  dueNext: IncomeDue[];
  hasSources: boolean;
};

/** Reads the sources and their payments, and returns what the overview shows of them. */
export async function readIncomeAtGlance(scope: IncomeScope, today: string): Promise<IncomeAtGlance> {
  const sources = await sourcesOfLinked(scope);
  const paidOf = await readPaid(scope, sources);
  const income = sources.filter(({ direction }) => direction === "in");
  return {
    reminders: remindersOfAll(sources, paidOf, today),
    sums: monthSums(income, paidOf, today),
    dueNext: dueNextOf(sources, paidOf, today),
    hasSources: income.length > 0,
  };
}

/** Returns the reminders of all sources, oldest due date first (docs/reference/money.md, "Income totals"). */
export async function readReminders(scope: IncomeScope, today: string): Promise<IncomeReminder[]> {
  const sources = await sourcesOfLinked(scope);
  return remindersOfAll(sources, await readPaid(scope, sources), today);
}

function remindersOfAll(sources: Sources, paidOf: PaidOf, today: string): IncomeReminder[] {
  const reminders = sources.flatMap((source) => {
    const { incomeSourceId, direction, name, isoCurrencyCode } = source;
    const { institutionAccessItemId, institutionName } = source;
    return remindersOf(source, paidOf.get(incomeSourceId), today).map((reminder) =>
      Object.assign(reminder, {
        incomeSourceId,
        direction,
        name,
        institutionAccessItemId,
        institutionName,
        isoCurrencyCode,
        outstanding: unitsOf(isoCurrencyCode)(reminder.outstanding),
      }),
    );
  });
  return reminders.toSorted(
    (a, b) => compareDates(a.dueDate, b.dueDate) || a.incomeSourceId - b.incomeSourceId,
  );
}

/** Sums of one currency in its units. */
export type MonthSums = { isoCurrencyCode: string; due: number; paid: number };

/** The next due date of a source, with the amount still expected for it, in currency units. */
export type IncomeDue = Pick<
  IncomeReminder,
  | "incomeSourceId"
  | "direction"
  | "name"
  | "institutionAccessItemId"
  | "dueDate"
  | "outstanding"
  | "isoCurrencyCode"
>;

/** Returns each source's next unpaid due date in this month or the next, soonest first. */
function dueNextOf(sources: Sources, paidOf: PaidOf, today: string): IncomeDue[] {
  const range = { from: today, to: lastDayOf(addMonths(monthOf(today), 1)) };
  return sources
    .flatMap((source) => {
      const { incomeSourceId, direction, name, institutionAccessItemId, isoCurrencyCode } = source;
      const paid = paidOf.get(incomeSourceId);
      const next = periodsFrom(source, range, paid, today).find(({ isPaid }) => !isPaid);
      if (next === undefined) return [];
      const outstanding = unitsOf(isoCurrencyCode)(next.outstanding);
      return [
        {
          incomeSourceId,
          direction,
          name,
          institutionAccessItemId,
          dueDate: next.dueDate,
          outstanding,
          isoCurrencyCode,
        },
      ];
    })
    .toSorted((a, b) => compareDates(a.dueDate, b.dueDate) || a.incomeSourceId - b.incomeSourceId);
}

function monthSums(sources: Sources, paidOf: PaidOf, today: string): MonthSums[] {
  const byCode = Map.groupBy(sources, ({ isoCurrencyCode }) => isoCurrencyCode);
  const ordered = [...byCode].toSorted(([a], [b]) => a.localeCompare(b));
  return ordered.map(([isoCurrencyCode, ofCode]) => {
    const figures = ofCode.map((source) =>
      monthOfSource(source, monthOf(today), paidOf.get(source.incomeSourceId), today),
    );
    const { due, paid } = totalsView(incomeTotals(figures), isoCurrencyCode);
    return { isoCurrencyCode, due, paid };
  });
}
