import type { ReportsView } from "#client/routing/paths.ts";
import { addMonths, firstDayOf, isPlainDate, monthOf } from "#shared/time/plain-dates.ts";

/** Reports, in the order of their tabs. */
export const reports = ["net-worth", "cash-flow", "categories", "payees", "fixed"] as const;
export type Report = (typeof reports)[number];

export const reportNames: Record<Report, string> = {
  "net-worth": "Net worth",
  "cash-flow": "Cash flow",
  categories: "Categories",
  payees: "Payees",
  fixed: "Fixed and variable",
};

export const periods = ["month", "3-months", "6-months", "12-months", "year", "all", "own"] as const;
export type PeriodChoice = (typeof periods)[number];

/** Other side of a report's comparison: the period before, or the mean of so many months. */
export const comparisons = ["before", "3", "6", "12"] as const;
export type Comparison = (typeof comparisons)[number];

/** State of the reports. All of it is in the URL; null for the first currency, and for days that weren't chosen. */
export type View = {
  report: Report;
  period: PeriodChoice;
  from: string | null;
  to: string | null;
  currency: string | null;
  compare: Comparison;
};

/** Reads a view from a URL query, ignoring anything invalid. A range that ends before it starts is turned around. */
export function readView(query: URLSearchParams): View {
  const [one, other] = [dateOf(query.get("from")), dateOf(query.get("to"))];
  const isReversed = one !== null && other !== null && one > other;
  const currency = query.get("currency");
  return {
    report: reports.find((report) => report === query.get("report")) ?? "net-worth",
    period: periods.find((period) => period === query.get("period")) ?? "12-months",
    from: isReversed ? other : one,
    to: isReversed ? one : other,
    currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
    compare: comparisons.find((comparison) => comparison === query.get("compare")) ?? "before",
  };
}

function dateOf(text: string | null): string | null {
  return text !== null && isPlainDate(text) ? text : null;
}

/** Returns the URL query of a view, without defaults. */
export function viewQuery({ report, period, from, to, currency, compare }: View): ReportsView {
  return {
    report: report === "net-worth" ? undefined : report,
    period: period === "12-months" ? undefined : period,
    from: period === "own" ? (from ?? undefined) : undefined,
    to: period === "own" ? (to ?? undefined) : undefined,
    currency: currency ?? undefined,
    compare: compare === "before" ? undefined : compare,
  };
}

/** Returns the days of a view's period up to today; without `from`, since the beginning. A period of whole months includes this one. */
export function daysOfPeriod({ period, from, to }: View, today: string): { from?: string; to: string } {
  const since = (months: number) => firstDayOf(addMonths(monthOf(today), 1 - months));
  if (period === "all") return { to: today };
  if (period === "year") return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (period === "own") {
    const last = to ?? (from !== null && from > today ? from : today);
    const first = from ?? firstDayOf(monthOf(last));
    return { from: first > last ? last : first, to: last };
  }
  const months = { month: 1, "3-months": 3, "6-months": 6, "12-months": 12 }[period];
  return { from: since(months), to: today };
}
