import type { FigureView, SpendingReport } from "../contract.ts";
import type { SpendingRow } from "../domain/figure-rows.ts";
import type { Series } from "./chart/month-chart.tsx";

type Currency = SpendingReport["currencies"][number];
type By = SpendingReport["by"];

/** A row of the table: a figure with its name and the transactions it opens. */
export type NamedRow = { name: string; figure: FigureView; row: SpendingRow };

/** Colors of a chart; everything else is drawn together. */
const colorCount = 6;

const restNames = { category: "Other", payee: "All other payees", fixed: "Variable" };

/** Returns the rows of a spending report: each group, what is fixed together, and the rest. */
export function spendingRows(by: By, { groups, rest }: Currency): NamedRow[] {
  const payees = groups.flatMap(({ payee }) => payee ?? []);
  const rows = groups.map((group): NamedRow => ({
    name: group.name,
    figure: group,
    row:
      group.financialCategoryId === null
        ? { is: "payees", payees: [group.payee ?? ""] }
        : { is: "category", financialCategoryId: group.financialCategoryId },
  }));
  const others: NamedRow[] =
    rest === null ? [] : [{ name: restNames[by], figure: rest, row: { is: "others", than: payees } }];
  if (by !== "fixed" || groups.length === 0) return [...rows, ...others];
  const fixed: NamedRow = { name: "Fixed", figure: together(groups), row: { is: "payees", payees } };
  return [fixed, ...others, ...rows];
}

/** Returns what a chart draws of each month: the largest groups, and the rest together. */
export function seriesOf(by: By, { groups, rest }: Currency): Series[] {
  if (by === "fixed") {
    return [
      { name: "Fixed", color: "0", values: together(groups).months },
      { name: "Variable", color: "2", values: rest?.months ?? [] },
    ].filter(({ values }) => values.length > 0);
  }
  const shown = groups.slice(0, colorCount);
  const others = [...groups.slice(colorCount), ...(rest === null ? [] : [rest])];
  const name = by === "payee" ? restNames.payee : `${others.length} other categories`;
  return [
    ...shown.map((group, index) => ({ name: group.name, color: String(index), values: group.months })),
    ...(others.length === 0 ? [] : [{ name, color: "none", values: together(others).months }]),
  ];
}

/** Adds figures up; in currency units, to a ten-thousandth, which no currency is finer than. */
function together(figures: readonly FigureView[]): FigureView {
  const sum = (amounts: readonly number[]) =>
    Math.round(amounts.reduce((total, amount) => total + amount, 0) * 10_000) / 10_000;
  const nulls = figures.some(({ previous }) => previous === null);
  return {
    amount: sum(figures.map(({ amount }) => amount)),
    count: figures.reduce((total, { count }) => total + count, 0),
    months: (figures[0]?.months ?? []).map((_, index) =>
      sum(figures.map(({ months }) => months[index] ?? 0)),
    ),
    previous: nulls ? null : sum(figures.map(({ previous }) => previous ?? 0)),
    means: (figures[0]?.means ?? []).map(({ months }, index) => ({
      months,
      amount: sum(figures.map(({ means }) => means[index]?.amount ?? 0)),
    })),
  };
}
