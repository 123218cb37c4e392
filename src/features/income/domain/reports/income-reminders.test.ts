import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { createSchedule } from "../../../../../tests/support/factories/income-factory.ts";
import { remindersOf } from "./income-reminders.ts";

const today = "2026-11-21";
const full = money(1_000_00);

describe("reminders", () => {
  it("combine all overdue months of a source, dated by the oldest", () => {
    const paid = new Map([
      ["2026-09", full],
      ["2026-10", money(400_00)],
    ]);
    expect(remindersOf(createSchedule({ startDate: "2026-08-01", day: 10 }), paid, today)).toEqual([
      {
        kind: "overdue",
        month: "2026-08",
        dueDate: "2026-08-10",
        daysUntilDue: -103,
        monthCount: 3,
        outstanding: 2_600_00,
      },
    ]);
  });

  it.each([
    [20, []],
    [21, [0]],
    [26, [5]],
    [27, []],
  ])("mention what is due on the %ith only within 5 days", (day, days) => {
    const paid = new Map(day < 21 ? [["2026-11", full]] : []);
    const reminders = remindersOf(createSchedule({ startDate: "2026-11-01", day }), paid, today);
    expect(reminders.map(({ kind, daysUntilDue }) => [kind, daysUntilDue])).toEqual(
      days.map((n) => ["dueSoon", n]),
    );
  });

  it("include next month's due dates at the end of a month, with the remaining amount", () => {
    const paid = new Map([
      ["2026-11", full],
      ["2026-12", money(250_00)],
    ]);
    expect(remindersOf(createSchedule({ startDate: "2026-11-01", day: 1 }), paid, "2026-11-28")).toEqual([
      {
        kind: "dueSoon",
        month: "2026-12",
        dueDate: "2026-12-01",
        daysUntilDue: 3,
        monthCount: 1,
        outstanding: 750_00,
      },
    ]);
  });

  it("leave out what is paid, has nothing due, has ended, or hasn't started", () => {
    const of = (options: Parameters<typeof createSchedule>[0], paid = new Map()) =>
      remindersOf(createSchedule(options), paid, today);
    expect(of({ startDate: "2026-11-01", day: 10 }, new Map([["2026-11", full]]))).toEqual([]);
    expect(of({ amount: 0 })).toEqual([]);
    expect(of({ startDate: "2026-11-01", endDate: "2026-11-09", day: 10 })).toEqual([]);
    expect(of({ startDate: "2027-02-01" })).toEqual([]);
  });

  it("leave out what a month's other due dates still expect", () => {
    const weekly = {
      ...createSchedule({ startDate: "2026-11-03", amount: 100_00 }),
      rhythm: "weekly",
    } as const;
    const paid = new Map([["2026-11-03", money(100_00)]]);
    expect(
      remindersOf(weekly, paid, today).map(({ kind, dueDate, monthCount, outstanding }) => [
        kind,
        dueDate,
        monthCount,
        outstanding,
      ]),
    ).toEqual([
      ["overdue", "2026-11-10", 1, 200_00],
      ["dueSoon", "2026-11-24", 1, 100_00],
    ]);
  });
});
