import { dayOfMonth } from "#shared/time/plain-dates.ts";
import { money } from "#shared/money.ts";
import type { PlannedRow } from "../items/bank-rows.ts";
import { seededRandom, type SeededRandom } from "./seeded-random.ts";

/** One month of one person at one bank. */
export type MonthPlan = {
  /** `YYYY-MM` */
  month: string;
  /** Months since the year 0, for events every second or third month. */
  monthNumber: number;
  isAvery: boolean;
  /** Returns this month's random numbers for one thing, always the same. */
  random: (what: string) => SeededRandom;
  /**
   * Creates a row that posts at once and has no merchant, unless `more` says otherwise.
   * @param id distinguishes this row from the month's others
   */
  row: (id: string, movement: Movement, name: string, category: string, more?: More) => PlannedRow;
};

/** `on` is a day of the month, or a date; `minor` has minor units, positive for money in. */
type Movement = readonly [account: string, on: number | string, minor: number];

type More = Partial<Omit<PlannedRow, "key" | "account" | "day" | "amount" | "name" | "category">>;

/** A stream of money, with its rows of a month. */
export type Flow = (plan: MonthPlan) => PlannedRow[];

/** Plans a month; `seed` tells people and banks apart. */
export function createMonthPlan(plan: Omit<MonthPlan, "random" | "row">, seed: string): MonthPlan {
  const { month } = plan;
  return {
    ...plan,
    random: (what) => seededRandom(`${seed} ${month} ${what}`),
    row: (id, [account, on, minor], name, category, more) => ({
      postsAfterDays: 0,
      merchantName: null,
      channel: "other",
      ...more,
      name,
      category,
      key: `${month}/${account}/${id}`,
      account,
      day: typeof on === "number" ? dayOfMonth(month, on) : on,
      amount: money(minor),
    }),
  };
}

/** Returns true every n-th month, starting with a given one. */
export function isEvery(plan: MonthPlan, months: number, offset = 0): boolean {
  return plan.monthNumber % months === offset % months;
}
