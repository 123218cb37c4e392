import type { z } from "zod";
import type { PlainAccessItem } from "#shared/finance-shapes.ts";
import { addMoney, negateMoney, toUnits, zeroMoney, type Money } from "#shared/money.ts";
import { dateRangeText, daysBetween } from "#shared/time/plain-dates.ts";
import { totalPercent, type BudgetFigures, type CurrencySum } from "../domain/budget-figures.ts";
import type { Pace } from "../domain/budget-pace.ts";
import type {
  BudgetCategoryRow,
  BudgetListRow,
  BudgetView,
  FinancialCategory,
  budgetHeadShape,
} from "../domain/budget-shapes.ts";
import type { BudgetHead, NamedPeriod } from "./budget-heads.ts";
import type { SeriesView } from "../domain/series/series-shapes.ts";
import type { BudgetTotals, readDaysBefore } from "./figure-store.ts";
import type { PlannedStep } from "./series/carry-store.ts";
import { carriedView } from "./series/series-view.ts";

type HeadView = z.infer<z.ZodObject<typeof budgetHeadShape>>;

const uncategorized = "Uncategorized";

/** Returns the fields of a budget that every answer has. */
export function headView(head: NamedPeriod): HeadView {
  const { budgetId, name, isDraft, startDate, endDate, isoCurrencyCode, seriesId } = head;
  const dateRange = dateRangeText(startDate, endDate);
  return { budgetId, budgetName: name, isDraft, startDate, endDate, dateRange, isoCurrencyCode, seriesId };
}

/** Returns a budget of the list with its progress. */
export function listRowView({ head, spent, planned, estimate, available }: BudgetTotals): BudgetListRow {
  const { isoCurrencyCode } = head;
  return {
    ...headView(head),
    transactionsTotal: toUnits(spent, isoCurrencyCode),
    estimateTotal: toUnits(estimate, isoCurrencyCode),
    availableTotal: toUnits(available, isoCurrencyCode),
    totalPercent: totalPercent(spent, available),
    plannedTotal: toUnits(planned, isoCurrencyCode),
    plannedPercent: totalPercent(planned, available),
    unplannedTotal: toUnits(addMoney(spent, negateMoney(planned)), isoCurrencyCode),
  };
}

/** Returns a budget with its figures but without rows. Categories are sorted by name, uncategorized first. */
export function budgetView(
  head: BudgetHead,
  parts: {
    figures: BudgetFigures;
    /** Of the categories with a plan. */
    steps: ReadonlyMap<number, PlannedStep> | undefined;
    series: SeriesView | null;
    pace: Pace;
    daysBefore: Awaited<ReturnType<typeof readDaysBefore>>;
    categories: readonly FinancialCategory[];
    accessItems: PlainAccessItem[];
  },
): BudgetView {
  const { figures, pace } = parts;
  const units = (amount: Money) => toUnits(amount, head.isoCurrencyCode);
  const rows = categoryRows(head, parts, units);
  return {
    ...headView(head),
    transactionsTotal: units(figures.transactionsTotal),
    estimateTotal: units(figures.estimateTotal),
    availableTotal: units(figures.availableTotal),
    totalPercent: figures.totalPercent,
    plannedTotal: units(figures.plannedTotal),
    plannedPercent: figures.plannedPercent,
    unplannedTotal: units(figures.unplannedTotal),
    series: parts.series,
    budgetAccessItems: parts.accessItems,
    budgetCategories: rows
      .filter((row) => row.isInBudget)
      .map(({ financialCategoryId, category, estimate }) => ({
        financialCategoryId,
        financialCategoryName: category,
        estimate,
      })),
    budgetCategoryData: rows,
    transactionCount: figures.transactionCount,
    categorizedCount: figures.categorizedCount,
    excludedCount: figures.excludedCount,
    incomeNotCounted: figures.incomeNotCounted.map(currencySumView),
    removedCount: figures.removedCount,
    otherCurrencies: figures.otherCurrencies.map(currencySumView),
    spendingPace: {
      ...pace,
      evenTotal: units(pace.evenTotal),
      days: pace.days.map(({ date, sum, total, plannedTotal }) => ({
        date,
        sum: units(sum),
        total: units(total),
        plannedTotal: units(plannedTotal),
      })),
      lastPeriod: lastPeriodView(parts.daysBefore, units),
    },
  };
}

function lastPeriodView(
  before: Awaited<ReturnType<typeof readDaysBefore>>,
  units: (amount: Money) => number,
): BudgetView["spendingPace"]["lastPeriod"] {
  if (before === null) return null;
  let total = zeroMoney;
  return before.days.map(({ date, sum }) => {
    total = addMoney(total, sum);
    return { daysPassed: daysBetween(before.startDate, date) + 1, total: units(total) };
  });
}

function currencySumView({ isoCurrencyCode, count, sum }: CurrencySum) {
  return { isoCurrencyCode, count, sum: toUnits(sum, isoCurrencyCode) };
}

/** Returns the figures by category, sorted by name, uncategorized first. */
function categoryRows(
  { isoCurrencyCode }: BudgetHead,
  { figures, steps, categories, accessItems }: Parameters<typeof budgetView>[1],
  units: (amount: Money) => number,
): BudgetCategoryRow[] {
  const order = new Map(categories.map((category, index) => [category.financialCategoryId, index]));
  const placeOf = (row: { financialCategoryId: number }) => order.get(row.financialCategoryId) ?? -1;
  return figures.categories.toSorted((a, b) => placeOf(a) - placeOf(b)).map(toRow);

  function toRow(row: BudgetFigures["categories"][number]): BudgetCategoryRow {
    return {
      financialCategoryId: row.financialCategoryId,
      category: categories[placeOf(row)]?.name ?? uncategorized,
      count: row.count,
      sum: units(row.sum),
      estimate: units(row.estimate),
      ...carriedView(row, steps?.get(row.financialCategoryId), { isoCurrencyCode, accessItems }),
      totalPercent: row.totalPercent,
      isInBudget: row.isInBudget,
    };
  }
}
