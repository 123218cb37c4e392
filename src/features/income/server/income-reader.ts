import { remindersOf } from "../domain/reports/income-reminders.ts";
import { sumMoney } from "#shared/money.ts";
import { addMonths, monthOf, monthsFrom, monthWords } from "#shared/time/plain-dates.ts";
import { byCurrency, mainCurrency } from "../domain/income-currency.ts";
import { incomeTimeline, monthEntry, monthOfSource, nextDueDate } from "../domain/reports/income-calendar.ts";
import type { PaidByPeriod } from "../domain/income-period.ts";
import { incomeTotals, isShown, type IncomeMonth } from "../domain/income-month.ts";
import type { IncomeSource } from "../domain/income-source.ts";
import { paidByPeriod } from "../domain/reports/rent-roll.ts";
import { figuresView, paymentView, sourceView, totalsView, unitsOf } from "./income-views.ts";
import { readPaid, readPayments } from "./payments/payment-rows.ts";
import {
  readInstitution,
  readSource,
  sourcesAt,
  type IncomeScope,
  type Institution,
} from "./sources/source-rows.ts";

/** Reads a month at one bank, for `GetIncomeSources`. @throws AppError 404 */
export async function readIncomeMonth(
  scope: IncomeScope,
  { institutionAccessItemId, month }: { institutionAccessItemId: number; month: string },
  today: string,
) {
  const institution = await readInstitution(scope, institutionAccessItemId);
  const sources = await sourcesAt(scope, institutionAccessItemId);
  const paidOf = await readPaid(scope, sources);
  const rows = sources
    .map((source) => rowOf(source, paidOf.get(source.incomeSourceId), month, today))
    .filter(({ figures }) => isShown(figures));
  const currency = currencyOf(institution, sources);
  const { main, others } = byCurrency(rows, currency);
  const schedules = sources.map((source) => ({ schedule: source, paid: paidOf.get(source.incomeSourceId) }));
  const firstMonths = schedules.flatMap(({ schedule, paid }) => [
    monthOf(schedule.startDate),
    ...[...(paid?.keys() ?? [])].map((period) => period.slice(0, 7)),
  ]);
  return {
    incomeSources: rows.map(listItem),
    isoCurrencyCode: currency,
    ...namedTotals(main, currency),
    allOverdue: unitsOf(currency)(
      sumMoney(
        sources
          .filter(({ isoCurrencyCode }) => isoCurrencyCode === currency)
          .flatMap((source) => remindersOf(source, paidOf.get(source.incomeSourceId), today))
          .filter(({ kind }) => kind === "overdue")
          .map(({ outstanding }) => outstanding),
      ),
    ),
    otherCurrencies: others.map(({ isoCurrencyCode, rows: ofCurrency }) =>
      Object.assign({ isoCurrencyCode, count: ofCurrency.length }, namedTotals(ofCurrency, isoCurrencyCode)),
    ),
    nextDueDate: nextDueDate(schedules, today),
    monthlyTimeline: monthEntry(month),
    monthlyTimelineList: incomeTimeline(firstMonths, today).map(monthEntry),
  };
}

/** Returns the currency of a bank's totals. */
export function currencyOf(institution: Institution, sources: readonly IncomeSource[]): string {
  const ofSources = sources.map(({ isoCurrencyCode }) => isoCurrencyCode);
  return mainCurrency(ofSources, institution.accountCurrencies);
}

type Row = ReturnType<typeof rowOf>;

function rowOf(source: IncomeSource, paid: PaidByPeriod | undefined, month: string, today: string) {
  const { isoCurrencyCode } = source;
  return { source, paid, isoCurrencyCode, figures: monthOfSource(source, month, paid, today) };
}

function listItem({ source, paid, figures, isoCurrencyCode }: Row) {
  const inUnits = unitsOf(isoCurrencyCode);
  const byMonth = Map.groupBy(paid ?? [], ([period]) => period.slice(0, 7));
  const history = [...byMonth].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return {
    incomeSource: sourceView(source, figures.month),
    isActive: figures.isActive,
    status: figures.status,
    currentMonthDue: inUnits(figures.due),
    currentMonthPaid: figures.isPaid,
    currentMonthPaymentTotal: inUnits(figures.paid),
    currentMonthPastDue: figures.isPastDue,
    currentMonthOverdue: inUnits(figures.overdue),
    dueDate: figures.dueDate,
    paymentHistory: history.map(([month, ofMonth]) => ({
      month: monthEntry(month).month,
      year: monthEntry(month).year,
      paidAmount: inUnits(sumMoney(ofMonth.map(([, amount]) => amount))),
    })),
  };
}

function namedTotals(rows: readonly { figures: IncomeMonth }[], currency: string) {
  const { due, paid, overdue } = totalsView(incomeTotals(rows.map(({ figures }) => figures)), currency);
  return { totalDue: due, totalPaid: paid, totalOverdue: overdue };
}

/** Reads a source month by month, newest first, for `GetIncomePaymentHistory`. @throws AppError 404 */
export async function readPaymentHistory(scope: IncomeScope, incomeSourceId: number, today: string) {
  const source = await readSource(scope, incomeSourceId);
  const payments = await readPayments(scope, [source]);
  const byMonth = Map.groupBy(payments, ({ creditedMonth }) => creditedMonth);
  const paid = paidByPeriod(payments);
  // Up to the next month, like the timeline; beyond it, only months already paid.
  const timeline = monthsFrom(monthOf(source.startDate), addMonths(monthOf(today), 1));
  const months = [...new Set([...timeline, ...byMonth.keys()])]
    .toSorted()
    .map((month) => monthOfSource(source, month, paid, today))
    .filter((figures) => isShown(figures) || byMonth.has(figures.month));
  return {
    incomeSource: sourceView(source, monthOf(today)),
    months: months
      .toReversed()
      .map((figures) =>
        Object.assign(
          { text: monthWords(figures.month), month: figures.month },
          figuresView(figures, source.isoCurrencyCode),
          { payments: (byMonth.get(figures.month) ?? []).map(paymentView) },
        ),
      ),
    paidTotal: unitsOf(source.isoCurrencyCode)(sumMoney(paid.values())),
  };
}

/** Reads amounts due and paid by month, oldest first, for `GetIncomeByMonth`. @throws AppError 404 */
export async function readIncomeByMonth(
  scope: IncomeScope,
  query: { institutionAccessItemId: number; from: string | undefined; months: number },
  today: string,
) {
  const institution = await readInstitution(scope, query.institutionAccessItemId);
  const sources = await sourcesAt(scope, query.institutionAccessItemId);
  const paidOf = await readPaid(scope, sources);
  const first = query.from ?? addMonths(monthOf(today), 1 - query.months);
  const months = monthsFrom(first, addMonths(first, query.months - 1));
  const rows = sources
    .map((source) => {
      const paid = paidOf.get(source.incomeSourceId);
      const figures = months.map((month) => monthOfSource(source, month, paid, today));
      return { isoCurrencyCode: source.isoCurrencyCode, figures };
    })
    .filter(({ figures }) => figures.some(isShown));
  const currency = currencyOf(institution, sources);
  const { main, others } = byCurrency(rows, currency);
  const columns = (ofCurrency: typeof rows, code: string) =>
    months.map((month, at) =>
      Object.assign(
        { month },
        totalsView(incomeTotals(ofCurrency.flatMap(({ figures }) => figures[at] ?? [])), code),
      ),
    );
  return {
    isoCurrencyCode: currency,
    months: columns(main, currency).map((column) =>
      Object.assign(column, { text: monthWords(column.month) }),
    ),
    otherCurrencies: others.map(({ isoCurrencyCode, rows: ofCurrency }) => ({
      isoCurrencyCode,
      count: ofCurrency.length,
      months: columns(ofCurrency, isoCurrencyCode),
    })),
  };
}
