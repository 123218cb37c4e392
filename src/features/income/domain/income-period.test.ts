import { describe, expect, it } from "vitest";
import { money, type Money } from "#shared/money.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { createSchedule, term } from "../../../../tests/support/factories/income-factory.ts";
import { dueDatesOf, monthOfPeriods, periodOf, periodsFrom } from "./income-period.ts";
import type { IncomeSchedule } from "./income-source.ts";
import { rhythms, type Rhythm } from "./rhythm.ts";

/*
 * The oracle walks day by day with JavaScript's UTC dates and asks of each day whether it's a due date, so it shares no
 * code with the rules.
 */

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const text = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);

function isDue(schedule: Expected, number: number): boolean {
  const date = new Date(number * 86_400_000);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const first = new Date(day(schedule.startDate) * 86_400_000);
  const monthsSince = (year - first.getUTCFullYear()) * 12 + month - first.getUTCMonth();
  const isLast = new Date((number + 1) * 86_400_000).getUTCDate() === 1;
  const falls = (wanted: number) => dayOfMonth === wanted || (isLast && wanted > dayOfMonth);
  if (number < first.getTime() / 86_400_000) return false;
  if (schedule.endDate !== null && number > day(schedule.endDate)) return false;
  const isOn: Record<Rhythm, () => boolean> = {
    weekly: () => (number - day(schedule.startDate)) % 7 === 0,
    everyTwoWeeks: () => (number - day(schedule.startDate)) % 14 === 0,
    twiceAMonth: () => falls(schedule.day) || falls(schedule.secondDay ?? 0),
    monthly: () => falls(schedule.day),
    quarterly: () => monthsSince % 3 === 0 && falls(schedule.day),
    yearly: () => monthsSince % 12 === 0 && falls(schedule.day),
    irregular: () => schedule.dueDates.includes(text(number)),
  };
  return isOn[schedule.rhythm]();
}

type Expected = {
  rhythm: Rhythm;
  startDate: string;
  endDate: string | null;
  day: number;
  secondDay: number | null;
  dueDates: string[];
};

function dueByWalking(schedule: Expected, from: string, to: string): string[] {
  const found: string[] = [];
  for (let number = day(from); number <= day(to); number += 1)
    if (isDue(schedule, number)) found.push(text(number));
  return found;
}

function scheduleOf({ day: dayOfMonthDue, ...dates }: Expected, graceDays = 0): IncomeSchedule {
  const { startDate, endDate } = dates;
  return {
    ...dates,
    ...createSchedule({ startDate, endDate, day: dayOfMonthDue, amount: 100_00 }),
    graceDays,
  };
}

/** Every rhythm from leap days, ends of months, and ordinary days, with days of the month that few months have. */
const cases: Expected[] = rhythms.flatMap((rhythm) =>
  ["2023-01-31", "2024-02-29", "2024-12-30", "2025-02-28", "2026-11-06"].flatMap((startDate) =>
    [1, 15, 27, 28, 29, 30, 31]
      .filter((dayOfMonth) => rhythm !== "twiceAMonth" || dayOfMonth <= 27)
      .map((dayOfMonth, at) => ({
        rhythm,
        startDate,
        endDate: at % 3 === 0 ? "2028-03-01" : null,
        day: dayOfMonth,
        secondDay: rhythm === "twiceAMonth" ? ([28, 29, 30, 31][at % 4] ?? 31) : null,
        dueDates: rhythm === "irregular" ? ["2024-02-29", "2026-12-31", "2025-04-15", "2028-02-29"] : [],
      })),
  ),
);

describe("due dates", () => {
  it("are those of a calendar walked day by day, in leap years, at month ends, and to the last day", () => {
    let compared = 0;
    for (const expected of cases) {
      for (const [from, to] of [
        ["2023-12-01", "2025-03-31"],
        ["2028-01-15", "2028-03-31"],
        ["2026-11-06", "2026-11-06"],
      ] as const) {
        expect(dueDatesOf(scheduleOf(expected), { from, to }), JSON.stringify({ expected, from })).toEqual(
          dueByWalking(expected, from, to),
        );
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(600);
  });

  it.each<[string, Partial<IncomeSchedule>, number, string[]]>([
    [
      "yearly",
      { startDate: "2024-02-29" },
      29,
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
    ],
    ["quarterly", { startDate: "2027-11-30" }, 31, ["2027-11-30", "2028-02-29"]],
    ["everyTwoWeeks", { startDate: "2028-02-10" }, 1, ["2028-02-10", "2028-02-24"]],
  ])("of %s %j on day %i", (rhythm, dates, dayOfMonth, dues) => {
    const startDate = dates.startDate ?? "";
    const schedule = { ...createSchedule({ startDate, day: dayOfMonth }), rhythm: rhythm as Rhythm };
    expect(dueDatesOf(schedule, { from: "2020-01-01", to: "2028-02-29" })).toEqual(dues);
  });
});

/** The table of docs/reference/money.md, "Status of a month", written out. */
function statusByHand(paid: number, due: number, isLate: boolean): [string, boolean, number] {
  if (paid >= due) return ["Paid", false, 0];
  if (paid > 0) return ["Partially Paid", isLate, isLate ? due - paid : 0];
  return isLate ? ["Past Due", true, due] : ["No Payment", false, 0];
}

describe("the status of a period", () => {
  it("follows the table for every rhythm, around midnight in every zone, with days of grace", () => {
    let compared = 0;
    for (const expected of cases) {
      for (const graceDays of [0, 5]) {
        const schedule = scheduleOf(expected, graceDays);
        const range = { from: "2024-02-01", to: "2025-03-31" };
        const dues = dueByWalking(expected, range.from, range.to);
        for (const dueDate of [dues[0], dues.at(-1)]) {
          if (dueDate === undefined) continue;
          const lastDay = day(dueDate) + graceDays;
          // The same instant is another day to the west and to the east.
          for (const [timeZone, days] of [
            ["Pacific/Honolulu", 0],
            ["America/New_York", 0],
            ["Pacific/Kiritimati", 1],
          ] as const) {
            const today = dateInZone(new Date((lastDay + 1) * 86_400_000 + 60_000), timeZone);
            expect(day(today) - lastDay).toBe(days);
            for (const paid of [0, 40_00, 100_00, 120_00]) {
              const period = expected.rhythm === "monthly" ? dueDate.slice(0, 7) : dueDate;
              const found = periodsFrom(schedule, range, new Map([[period, money(paid)]]), today);
              const one = found.find((other) => other.dueDate === dueDate);
              const [status, isPastDue, overdue] = statusByHand(paid, 100_00, days > 0);
              expect(one).toMatchObject({ period, status, isPastDue, overdue, isPaid: paid >= 100_00 });
              compared += 1;
            }
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000);
  });

  it("counts about the amount as paid where it varies", () => {
    const schedule = { ...createSchedule({ amount: 100_00 }), isAbout: true };
    const of = (paid: number) =>
      periodsFrom(
        schedule,
        { from: "2026-03-01", to: "2026-03-31" },
        new Map([["2026-03", money(paid)]]),
        "2026-04-01",
      )[0];
    expect(of(50_00)).toMatchObject({ status: "Paid", due: 50_00, outstanding: 0, overpaid: 0 });
    expect(of(140_00)).toMatchObject({ status: "Paid", due: 140_00, overpaid: 0 });
    expect(of(49_99)).toMatchObject({ status: "Partially Paid", due: 100_00, overdue: 50_01 });
    expect(of(0)).toMatchObject({ status: "Past Due", due: 100_00, overdue: 100_00 });
  });

  it("uses the amount of the term in which it's due", () => {
    const schedule: IncomeSchedule = {
      ...createSchedule({ startDate: "2026-01-02" }),
      rhythm: "weekly",
      terms: [term("2026-01", 10_00), term("2026-02", 12_00)],
    };
    const periods = periodsFrom(schedule, { from: "2026-01-25", to: "2026-02-10" }, undefined, "2026-01-01");
    expect(periods.map(({ dueDate, due }) => `${dueDate} ${due}`)).toEqual([
      "2026-01-30 1000",
      "2026-02-06 1200",
    ]);
  });
});

describe("the period of a payment", () => {
  const weekly: IncomeSchedule = {
    ...createSchedule({ startDate: "2026-01-02", endDate: "2026-06-26" }),
    rhythm: "weekly",
  };
  const on = (paymentDate: string, forDate: string | null = null, schedule = weekly) =>
    periodOf(schedule, { paymentDate, forDate, creditedMonth: paymentDate.slice(0, 7) });

  it.each([
    ["2026-01-05", "2026-01-02"],
    ["2026-01-06", "2026-01-09"],
    ["2025-12-30", "2026-01-02"],
    ["2026-02-27", "2026-02-27"],
    ["2026-07-03", "2026-06-26"],
    ["2026-08-01", "2026-08"],
  ])("paid on %s is %s", (paymentDate, period) => {
    expect(on(paymentDate)).toBe(period);
  });

  it("is where the person moved it, and the earlier of two equally near", () => {
    expect(on("2026-01-05", "2026-02-13")).toBe("2026-02-13");
    const twoWeeks: IncomeSchedule = { ...weekly, rhythm: "everyTwoWeeks" };
    expect(on("2026-01-09", null, twoWeeks)).toBe("2026-01-02");
  });

  it("is the month of a monthly source, moved or not", () => {
    const monthly = createSchedule({});
    expect(periodOf(monthly, { paymentDate: "2026-01-28", forDate: null, creditedMonth: "2026-02" })).toBe(
      "2026-02",
    );
  });
});

describe("a month of several due dates", () => {
  it("has the sums of its periods, whatever is paid, and of payments for the month only", () => {
    const anyPaid = fc.array(
      fc.tuple(
        fc.constantFrom("2026-05-01", "2026-05-08", "2026-05-15", "2026-05-29", "2026-05"),
        fc.integer({ min: 1, max: 300_00 }),
      ),
    );
    fc.assert(
      fc.property(anyPaid, fc.boolean(), fc.integer({ min: 0, max: 45 }), (payments, isAbout, daysIn) => {
        const schedule: IncomeSchedule = {
          ...createSchedule({ startDate: "2026-01-02", amount: 100_00 }),
          rhythm: "weekly",
          isAbout,
        };
        const paid = new Map<string, Money>(payments.map(([period, amount]) => [period, money(amount)]));
        const today = text(day("2026-04-25") + daysIn);
        const month = monthOfPeriods(schedule, "2026-05", paid, today);
        const periods = periodsFrom(schedule, { from: "2026-05-01", to: "2026-05-31" }, paid, today);
        expect(periods).toHaveLength(5);
        expect(month.paid).toBe([...paid.values()].reduce((sum, amount) => sum + amount, 0));
        expect(month.overdue).toBe(periods.reduce((sum, one) => sum + one.overdue, 0));
        expect(month.paid + month.outstanding).toBe(month.due + month.overpaid);
        expect(month.isPaid).toBe(periods.every(({ isPaid }) => isPaid));
      }),
    );
  });
});
