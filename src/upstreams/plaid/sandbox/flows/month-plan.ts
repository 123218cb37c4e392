import { dayOfMonth } from "#shared/time/plain-dates.ts";
import { money } from "#shared/money.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** One month of one person at one bank. */
export type MonthPlan = {
  /** `YYYY-MM` */
  month: string;
  /** Months since the year 0, for events every second or third month. */
  monthNumber: number;
  isAvery: boolean;
  /** Returns this month's random numbers for one thing, always the same. */
  random: (what: string) => SeededRandom;
};

/** A stream of money, with its rows of a month. */
export type Flow = (plan: MonthPlan) => PlannedRow[];

type RowFields = Omit<
  PlannedRow,
  "key" | "day" | "amount" | "postsAfterDays" | "merchantName" | "channel"
> & {
  /** Distinguishes this row from the month's others. */
  id: string;
  /** A day of the month, or a date. */
  on: number | string;
  /** Minor units, positive for money in. */
  minor: number;
} & Partial<Pick<PlannedRow, "postsAfterDays" | "merchantName" | "channel">>;

/** Creates a row that posts at once and has no merchant, unless the fields say otherwise. */
export function planRow(plan: MonthPlan, { id, on, minor, ...fields }: RowFields): PlannedRow {
  return {
    postsAfterDays: 0,
    merchantName: null,
    channel: "other",
    ...fields,
    key: `${plan.month}/${fields.account}/${id}`,
    day: typeof on === "number" ? dayOfMonth(plan.month, on) : on,
    amount: money(minor),
  };
}

/** Returns true every n-th month, starting with a given one. */
export function isEvery(plan: MonthPlan, months: number, offset = 0): boolean {
  return plan.monthNumber % months === offset % months;
}
