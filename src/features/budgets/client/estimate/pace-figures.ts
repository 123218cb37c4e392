import { countText } from "#shared/text/counts.ts";
import { moneyText } from "#client/words/money-text.ts";
import { formatMoney, negateMoney, type Money } from "#shared/money.ts";
import { addDays, dateWords, daysBetween } from "#shared/time/plain-dates.ts";
import { rounded, roundStep } from "#ui/chart/chart-scale.ts";
import type { BudgetView, SpendingPace } from "../../contract.ts";
import { differenceOf, isOverPlan } from "./budget-progress.ts";
import { isRefund, magnitudeText } from "../money-text.ts";

/** The part of a budget that the chart shows. */
export type PacedBudget = Pick<
  BudgetView,
  | "startDate"
  | "endDate"
  | "estimateTotal"
  | "availableTotal"
  | "transactionsTotal"
  | "plannedTotal"
  | "unplannedTotal"
  | "isoCurrencyCode"
> & { spendingPace: SpendingPace };

/** Planned spending compared with an even pace: a label, its tone, and a sentence. */
export type PaceVerdict = {
  word: string;
  tone: "positive" | "warning" | "negative" | "neutral";
  sentence: string;
};

/** Returns what the pace is of: what is available, or nothing if more was overspent before. */
export function planOf({ availableTotal }: Pick<BudgetView, "availableTotal">): number {
  return Math.max(0, availableTotal);
}

/** Compares spending with an even pace. There is none without an estimate or before the period. */
export function paceVerdict(budget: PacedBudget): PaceVerdict {
  const { plannedTotal, isoCurrencyCode, spendingPace: pace, startDate, endDate } = budget;
  const plan = planOf(budget);
  const spent = spentWords(plan === 0 ? budget.transactionsTotal : plannedTotal, isoCurrencyCode);
  if (pace.daysElapsed === 0) {
    return neutral("Not started", `The period starts on ${dateWords(startDate)}; ${spent} so far.`);
  }
  const day =
    pace.today > endDate
      ? "The period has ended"
      : `Day ${countText(pace.daysElapsed)} of ${countText(pace.dayCount)}`;
  if (plan === 0 && budget.estimateTotal > 0) {
    const sentence = `${day}: ${spent}. Earlier overspending uses up your estimates.`;
    return { word: "Nothing available", tone: isOverPlan(budget) ? "negative" : "neutral", sentence };
  }
  if (plan === 0) {
    return neutral("No estimate", `${day}: ${spent}. Set estimates to see your pace.`);
  }
  const ahead = differenceOf(plannedTotal, pace.evenTotal, isoCurrencyCode);
  const goal =
    pace.daysElapsed >= pace.dayCount
      ? `the estimate of ${moneyText(plan, isoCurrencyCode)}`
      : `an even pace of ${moneyText(pace.evenTotal, isoCurrencyCode)}`;
  const isOver = plannedTotal > pace.evenTotal;
  const comparison = comparisonWords(ahead, isoCurrencyCode);
  return {
    word: isOver ? "Ahead of pace" : "On pace",
    // Red means overrun estimates, not money spent early.
    tone: plannedTotal > plan ? "negative" : isOver ? "warning" : "positive",
    sentence: `${day}: ${spent}, ${comparison} ${goal}.${unplannedWords(budget)}`,
  };
}

/** Words before the goal: "$12.00 above", "$12.00 below", "exactly". */
function comparisonWords(difference: Money, isoCurrencyCode: string): string {
  if (difference === 0) return "exactly";
  return difference > 0
    ? `${formatMoney(difference, isoCurrencyCode)} above`
    : `${formatMoney(negateMoney(difference), isoCurrencyCode)} below`;
}

function unplannedWords({ unplannedTotal, isoCurrencyCode }: PacedBudget): string {
  return unplannedTotal > 0 ? ` Another ${moneyText(unplannedTotal, isoCurrencyCode)} was unplanned.` : "";
}

/** Describes a total, which is negative if refunds exceed spending. */
function spentWords(total: number, isoCurrencyCode: string): string {
  return isRefund(total)
    ? `refunds exceed spending by ${magnitudeText(total, isoCurrencyCode)}`
    : `${moneyText(total, isoCurrencyCode)} spent`;
}

function neutral(word: string, sentence: string): PaceVerdict {
  return { word, tone: "neutral", sentence };
}

/** Labels of the axis's ends, with the year only if the period spans two. */
export function axisWords(startDate: string, endDate: string): [start: string, end: string] {
  const words: [string, string] = [dateWords(startDate), dateWords(endDate)];
  if (startDate.slice(0, 4) !== endDate.slice(0, 4)) return words;
  return [words[0].replace(/, \d+$/, ""), words[1].replace(/, \d+$/, "")];
}

/** One day on the chart, with the days passed and the totals at its end. */
export type PacePoint = {
  date: string;
  daysPassed: number;
  sum: number;
  total: number;
  plannedTotal: number;
};

/** Returns each day from the first to today (or to the last row, if later), including days without spending. */
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

/** A drawing of `width` by `height` units; y grows downward. */
export type PaceDrawing = {
  /** Planned spending, or all spending without an estimate. */
  spentLine: string;
  spentArea: string;
  /** All spending; null if none of it is unplanned or there is no estimate. */
  allLine: string | null;
  /** From zero on the first day to the estimate on the last; null without an estimate. */
  evenLine: string | null;
  /** All spending of the period before; null without any. */
  lastLine: string | null;
  /** Round amounts between zero and the top, with their height. */
  gridlines: { amount: number; y: number }[];
  /** Baseline at zero, above the bottom only if refunds exceed spending. */
  zeroY: number;
  /** Null before and after the period. */
  todayX: number | null;
  /** Share of the width up to which the pointer reads a day: half a day past the last one, as far as for those before it. */
  reach: number;
  xOf: (daysPassed: number) => number;
  yOf: (total: number) => number;
};

/** Room for the label above the estimate's line. */
const headroom = 1.14;

/** Computes the chart's lines and scales. */
export function paceDrawing(budget: PacedBudget, width: number, height: number): PaceDrawing {
  const { spendingPace: pace, unplannedTotal } = budget;
  const plan = planOf(budget);
  const points = pacePoints(budget);
  const last = pace.lastPeriod?.filter(({ daysPassed }) => daysPassed <= pace.dayCount) ?? [];
  const totals = [
    ...points.flatMap(({ total, plannedTotal }) => [total, plannedTotal]),
    ...last.map(({ total }) => total),
  ];
  const top = Math.max(1, plan, ...totals) * headroom;
  const bottom = Math.min(0, ...totals) * headroom;
  const xOf = (daysPassed: number) => rounded((daysPassed / Math.max(1, pace.dayCount)) * width);
  const yOf = (total: number) => rounded(height - ((total - bottom) / (top - bottom)) * height);
  const lineOf = (amountOf: (point: PacePoint) => number) =>
    `M0 ${yOf(0)}${points.map((point) => `L${xOf(point.daysPassed)} ${yOf(amountOf(point))}`).join("")}`;
  const allLine = lineOf(({ total }) => total);
  const spentLine = plan > 0 ? lineOf(({ plannedTotal }) => plannedTotal) : allLine;
  const isRunning = pace.daysElapsed > 0 && pace.daysElapsed < pace.dayCount;
  return {
    spentLine,
    spentArea: `${spentLine}V${yOf(0)}H0Z`,
    allLine: plan > 0 && unplannedTotal !== 0 ? allLine : null,
    evenLine: plan > 0 ? `M0 ${yOf(0)}L${width} ${yOf(plan)}` : null,
    lastLine: last.length === 0 ? null : lastPeriodLine(last, { xOf, yOf, dayCount: pace.dayCount }),
    gridlines: gridAmounts(top).map((amount) => ({ amount, y: yOf(amount) })),
    zeroY: yOf(0),
    todayX: isRunning ? xOf(pace.daysElapsed) : null,
    reach: (points.length + 0.5) / Math.max(1, pace.dayCount),
    xOf,
    yOf,
  };
}

/** Returns the line of the period before, level between days with spending and up to the end. */
function lastPeriodLine(
  days: readonly { daysPassed: number; total: number }[],
  {
    xOf,
    yOf,
    dayCount,
  }: { xOf: (daysPassed: number) => number; yOf: (total: number) => number; dayCount: number },
): string {
  const steps = days.map(({ daysPassed, total }) => `H${xOf(daysPassed)}V${yOf(total)}`);
  return `M0 ${yOf(0)}${steps.join("")}H${xOf(dayCount)}`;
}

/** Returns two to four round amounts above zero, such as 500, 1,000, and 1,500. */
function gridAmounts(top: number): number[] {
  const step = roundStep(top / 4);
  return Array.from({ length: Math.floor(top / step) }, (_, index) => (index + 1) * step);
}
