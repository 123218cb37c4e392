import { moneyText } from "#client/money-text.ts";
import { formatMoney, negateMoney } from "#shared/money.ts";
import { addDays, dateWords, daysBetween } from "#shared/time/plain-dates.ts";
import type { BudgetView, SpendingPace } from "../../contract.ts";
import { differenceOf } from "./budget-progress.ts";
import { isRefund, magnitudeText } from "../money-text.ts";

/** What the chart is drawn from. */
export type PacedBudget = Pick<
  BudgetView,
  | "startDate"
  | "endDate"
  | "estimateTotal"
  | "transactionsTotal"
  | "plannedTotal"
  | "unplannedTotal"
  | "isoCurrencyCode"
> & { spendingPace: SpendingPace };

/** How planned spending stands against an even pace over the period: a word, whether it is good news, and a sentence. */
export type PaceVerdict = {
  word: string;
  tone: "positive" | "warning" | "negative" | "neutral";
  sentence: string;
};

/** Says where spending stands. Without an estimate, or before the period, there is no pace to keep. */
export function paceVerdict(budget: PacedBudget): PaceVerdict {
  const { estimateTotal, plannedTotal, isoCurrencyCode, spendingPace: pace, startDate } = budget;
  const spent = spentWords(estimateTotal === 0 ? budget.transactionsTotal : plannedTotal, isoCurrencyCode);
  if (pace.daysElapsed === 0) {
    return neutral("Not begun", `The period begins on ${dateWords(startDate)}; ${spent} so far.`);
  }
  const day =
    pace.daysElapsed >= pace.dayCount
      ? "The period is over"
      : `Day ${pace.daysElapsed.toLocaleString("en-US")} of ${pace.dayCount.toLocaleString("en-US")}`;
  if (estimateTotal === 0) {
    return neutral("No estimate", `${day}: ${spent}. With estimates this shows the pace to keep.`);
  }
  const ahead = differenceOf(plannedTotal, pace.evenTotal, isoCurrencyCode);
  const even =
    pace.daysElapsed >= pace.dayCount
      ? `the estimate was ${moneyText(estimateTotal, isoCurrencyCode)}`
      : `an even pace would be at ${moneyText(pace.evenTotal, isoCurrencyCode)}`;
  const isOver = plannedTotal > pace.evenTotal;
  const difference =
    ahead === null || ahead === 0
      ? ""
      : `, ${formatMoney(isOver ? ahead : negateMoney(ahead), isoCurrencyCode)} ${isOver ? "more" : "less"}`;
  return {
    word: isOver ? "Ahead of pace" : "Within pace",
    // Red is for estimates that are overrun, not for money that went out early.
    tone: plannedTotal > estimateTotal ? "negative" : isOver ? "warning" : "positive",
    sentence: `${day}: ${even}; ${spent}${difference}.${unplannedWords(budget)}`,
  };
}

function unplannedWords({ unplannedTotal, isoCurrencyCode }: PacedBudget): string {
  return unplannedTotal > 0 ? ` ${moneyText(unplannedTotal, isoCurrencyCode)} more was unplanned.` : "";
}

/** Refunds can outweigh spending. */
function spentWords(total: number, isoCurrencyCode: string): string {
  return isRefund(total)
    ? `refunds outweigh spending by ${magnitudeText(total, isoCurrencyCode)}`
    : `${moneyText(total, isoCurrencyCode)} is spent`;
}

function neutral(word: string, sentence: string): PaceVerdict {
  return { word, tone: "neutral", sentence };
}

/** The ends of the axis; the year stands only where the period lies in two of them. */
export function axisWords(startDate: string, endDate: string): [start: string, end: string] {
  const words: [string, string] = [dateWords(startDate), dateWords(endDate)];
  if (startDate.slice(0, 4) !== endDate.slice(0, 4)) return words;
  return [words[0].replace(/, \d+$/, ""), words[1].replace(/, \d+$/, "")];
}

/** One day on the chart: how many days of the period have passed at its end, and what was spent by then. */
export type PacePoint = {
  date: string;
  daysPassed: number;
  sum: number;
  total: number;
  plannedTotal: number;
};

/** Each day from the first to today (or to the last with a row, where rows lie ahead), idle days included. */
export function pacePoints({ startDate, spendingPace: pace }: PacedBudget): PacePoint[] {
  const sums = new Map(pace.days.map((day) => [day.date, day]));
  const lastRow = pace.days.at(-1)?.date;
  const lastRowDay = lastRow === undefined ? 0 : daysBetween(startDate, lastRow) + 1;
  const dayCount = Math.min(pace.dayCount, Math.max(pace.daysElapsed, lastRowDay));
  let [total, plannedTotal] = [0, 0];
  return Array.from({ length: dayCount }, (_, index) => {
    const date = addDays(startDate, index);
    const day = sums.get(date);
    total = day?.total ?? total;
    plannedTotal = day?.plannedTotal ?? plannedTotal;
    return { date, daysPassed: index + 1, sum: day?.sum ?? 0, total, plannedTotal };
  });
}

/** A drawing of `width` by `height` units; y grows downwards. */
export type PaceDrawing = {
  /** Planned spending; all of it where nothing is estimated. */
  spentLine: string;
  spentArea: string;
  /** All spending, where some of it is unplanned; null where there is none or no estimate. */
  allLine: string | null;
  /** From nothing on the first day to the estimate on the last; null without an estimate. */
  evenLine: string | null;
  /** Where nothing is spent: the ground line, above the bottom only where refunds outweigh spending. */
  zeroY: number;
  /** Null before and after the period. */
  todayX: number | null;
  /** The number at the top of the drawing. */
  top: number;
  xOf: (daysPassed: number) => number;
  yOf: (total: number) => number;
};

/** Room for the words above the estimate's line. */
const headroom = 1.14;

/** Puts the figures on paper. */
export function paceDrawing(budget: PacedBudget, width: number, height: number): PaceDrawing {
  const { spendingPace: pace, estimateTotal, unplannedTotal } = budget;
  const points = pacePoints(budget);
  const totals = points.flatMap(({ total, plannedTotal }) => [total, plannedTotal]);
  const top = Math.max(1, estimateTotal, ...totals) * headroom;
  const bottom = Math.min(0, ...totals) * headroom;
  const xOf = (daysPassed: number) => round((daysPassed / Math.max(1, pace.dayCount)) * width);
  const yOf = (total: number) => round(height - ((total - bottom) / (top - bottom)) * height);
  const lineOf = (amountOf: (point: PacePoint) => number) =>
    `M0 ${yOf(0)}${points.map((point) => `L${xOf(point.daysPassed)} ${yOf(amountOf(point))}`).join("")}`;
  const allLine = lineOf(({ total }) => total);
  const spentLine = estimateTotal > 0 ? lineOf(({ plannedTotal }) => plannedTotal) : allLine;
  const isRunning = pace.daysElapsed > 0 && pace.daysElapsed < pace.dayCount;
  return {
    spentLine,
    spentArea: `${spentLine}V${yOf(0)}H0Z`,
    allLine: estimateTotal > 0 && unplannedTotal !== 0 ? allLine : null,
    evenLine: estimateTotal > 0 ? `M0 ${yOf(0)}L${width} ${yOf(estimateTotal)}` : null,
    zeroY: yOf(0),
    todayX: isRunning ? xOf(pace.daysElapsed) : null,
    top,
    xOf,
    yOf,
  };
}

/** The day under a place of the drawing, `share` of its width from the start; null where the line has not come yet. */
export function pointAt(points: readonly PacePoint[], dayCount: number, share: number): PacePoint | null {
  const index = Math.min(dayCount - 1, Math.max(0, Math.floor(share * dayCount)));
  return points[index] ?? null;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
