import { monthOf } from "#shared/time/plain-dates.ts";
import type { IncomeReminder } from "../../contract.ts";
import { monthOfSource } from "../../domain/reports/income-calendar.ts";
import { incomeTotals } from "../../domain/income-month.ts";
import { remindersOf } from "../../domain/reports/income-reminders.ts";
import { totalsView, unitsOf } from "../income-views.ts";
import { readPaid } from "../payments/payment-rows.ts";
import { sourcesOfLinked, type IncomeScope } from "../sources/source-rows.ts";

/** Returns the reminders of all sources, oldest due date first (docs/reference/money.md, "Income totals"). */
export async function readReminders(scope: IncomeScope, today: string): Promise<IncomeReminder[]> {
  const sources = await sourcesOfLinked(scope);
  const paidOf = await readPaid(scope, sources);
  const reminders = sources.flatMap((source) => {
    const { incomeSourceId, name, institutionAccessItemId, institutionName, isoCurrencyCode } = source;
    return remindersOf(source, paidOf.get(incomeSourceId), today).map((reminder) =>
      Object.assign(reminder, {
        incomeSourceId,
        name,
        institutionAccessItemId,
        institutionName,
        isoCurrencyCode,
        outstanding: unitsOf(isoCurrencyCode)(reminder.outstanding),
      }),
    );
  });
  return reminders.toSorted(
    (a, b) => a.dueDate.localeCompare(b.dueDate) || a.incomeSourceId - b.incomeSourceId,
  );
}

/** Sums of one currency in its units. */
export type MonthSums = { isoCurrencyCode: string; due: number; paid: number; overdue: number };

/** Sums the current month of all sources at linked banks, by currency. */
export async function readMonthSums(scope: IncomeScope, today: string): Promise<MonthSums[]> {
  const sources = await sourcesOfLinked(scope);
  const paidOf = await readPaid(scope, sources);
  const byCode = Map.groupBy(sources, ({ isoCurrencyCode }) => isoCurrencyCode);
  return [...byCode].map(([isoCurrencyCode, ofCode]) => {
    const figures = ofCode.map((source) =>
      monthOfSource(source, monthOf(today), paidOf.get(source.incomeSourceId), today),
    );
    return Object.assign({ isoCurrencyCode }, totalsView(incomeTotals(figures), isoCurrencyCode));
  });
}
