import { sumMoney } from "#shared/money.ts";
import { addDays, firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { compareDates } from "#shared/time/compare-dates.ts";
import type { ExpectedPeriod } from "../../contract.ts";
import { periodsFrom, type IncomePeriod, type PaidByPeriod } from "../../domain/income-period.ts";
import type { Direction, IncomeSource } from "../../domain/income-source.ts";
import { figuresView, sourceView, unitsOf } from "../income-views.ts";
import { readPaid } from "../payments/payment-rows.ts";
import { sourcesOfLinked, type IncomeScope } from "../sources/source-rows.ts";

const daysAhead = 366;

/** Reads what is due in a month, in and out, and all bills, for `GetExpected`, in two queries. */
export async function readExpected(scope: IncomeScope, month: string, today: string) {
  const sources = await sourcesOfLinked(scope);
  const paidOf = await readPaid(scope, sources);
  const range = { from: firstDayOf(month), to: lastDayOf(month) };
  const due = sources.flatMap((source) =>
    periodsFrom(source, range, paidOf.get(source.incomeSourceId), today).map((figures) => ({
      source,
      figures,
    })),
  );
  return {
    month,
    today,
    periods: due
      .toSorted(
        (a, b) =>
          compareDates(a.figures.dueDate, b.figures.dueDate) ||
          a.source.incomeSourceId - b.source.incomeSourceId,
      )
      .map(({ source, figures }) => periodView(source, figures)),
    totals: [...Map.groupBy(due, ({ source }) => source.isoCurrencyCode)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([isoCurrencyCode, ofCurrency]) => ({
        isoCurrencyCode,
        in: sumsOf(ofCurrency, "in", isoCurrencyCode),
        out: sumsOf(ofCurrency, "out", isoCurrencyCode),
      })),
    bills: sources
      .filter(({ direction }) => direction === "out")
      .map((source) => ({
        bill: sourceView(source, monthOf(today)),
        institutionName: source.institutionName,
        next: nextOf(source, paidOf.get(source.incomeSourceId), today),
      })),
  };
}

/** Returns the oldest late period, or else the next unpaid one within a year. */
export function nextOf(
  source: IncomeSource,
  paid: PaidByPeriod | undefined,
  today: string,
): ExpectedPeriod | null {
  const range = { from: source.startDate, to: addDays(today, daysAhead) };
  const next = periodsFrom(source, range, paid, today).find(({ isPaid }) => !isPaid);
  return next === undefined ? null : periodView(source, next);
}

function periodView(source: IncomeSource, figures: IncomePeriod): ExpectedPeriod {
  const { incomeSourceId, direction, name, institutionAccessItemId, isoCurrencyCode, isAbout } = source;
  return {
    incomeSourceId,
    direction,
    name,
    institutionAccessItemId,
    isoCurrencyCode,
    isAbout: isAbout === true,
    period: figures.period,
    isPastDue: figures.isPastDue,
    ...figuresView(figures, isoCurrencyCode),
  };
}

function sumsOf(
  due: readonly { source: IncomeSource; figures: IncomePeriod }[],
  direction: Direction,
  currency: string,
) {
  const figures = due.filter(({ source }) => source.direction === direction).map((one) => one.figures);
  const sum = (key: "due" | "paid" | "outstanding" | "overdue") =>
    unitsOf(currency)(sumMoney(figures.map((one) => one[key])));
  return { due: sum("due"), paid: sum("paid"), outstanding: sum("outstanding"), overdue: sum("overdue") };
}
