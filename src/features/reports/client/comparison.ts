import { moneyText } from "#client/words/money-text.ts";
import { periodWords } from "#shared/time/plain-dates.ts";
import type { FigureView } from "../contract.ts";
import type { Comparison } from "./reports-view.ts";

type Compared = { words: string; change: string };

/** Returns the heading of a column that compares. */
export function comparisonName(
  compare: Comparison,
  { previous, today }: { previous: { from: string; to: string }; today: string },
): string {
  if (compare === "before") return periodWords(previous.from, previous.to, today);
  return `Mean of ${compare} months`;
}

/**
 * Returns what a figure is compared with, and the difference; null where the ledger doesn't go back as far. With a mean, it's the
 * period's amount for each of its months that is compared.
 */
export function compared(figure: FigureView, compare: Comparison, isoCurrencyCode: string): Compared | null {
  const mean = figure.means.find(({ months }) => String(months) === compare);
  const other = compare === "before" ? figure.previous : (mean?.amount ?? null);
  if (other === null) return null;
  const own = compare === "before" ? figure.amount : figure.amount / Math.max(1, figure.months.length);
  return {
    words: moneyText(other, isoCurrencyCode),
    change: changeWords(own - other, isoCurrencyCode),
  };
}

function changeWords(difference: number, isoCurrencyCode: string): string {
  const text = moneyText(Math.abs(difference), isoCurrencyCode);
  if (moneyText(0, isoCurrencyCode) === text) return "the same";
  return difference > 0 ? `${text} more` : `${text} less`;
}
