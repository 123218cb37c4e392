import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { incomeTimeline, monthEntry, nextDueDate, noDate } from "./income-calendar.ts";
import { createSchedule } from "../../../../../tests/support/factories/income-factory.ts";

const today = "2026-11-21";
const paid = (month: string, amount: number) => new Map([[month, money(amount)]]);

describe("the next due date", () => {
  it("is the earliest unpaid one from today on", () => {
    const sources = [
      { schedule: createSchedule({ day: 25 }), paid: undefined },
      { schedule: createSchedule({ day: 22 }), paid: paid("2026-11", 1_000_00) },
      { schedule: createSchedule({ day: 10 }), paid: undefined },
    ];
    expect(nextDueDate(sources, today)).toBe("2026-11-25");
  });

  it("is today if due today", () => {
    expect(nextDueDate([{ schedule: createSchedule({ day: 21 }), paid: undefined }], today)).toBe(today);
  });

  it("moves to next month if this one is paid or past, but no further", () => {
    const source = (day: number, ofMonths: string[]) => ({
      schedule: createSchedule({ day }),
      paid: new Map(ofMonths.map((month) => [month, money(1_000_00)])),
    });
    expect(nextDueDate([source(25, ["2026-11"])], today)).toBe("2026-12-25");
    expect(nextDueDate([source(10, [])], today)).toBe("2026-12-10");
    expect(nextDueDate([source(10, ["2026-12"])], today)).toBe(noDate);
  });

  it("includes partly paid sources, but not those that ended or have nothing due", () => {
    expect(nextDueDate([{ schedule: createSchedule({ day: 25 }), paid: paid("2026-11", 1) }], today)).toBe(
      "2026-11-25",
    );
    const ended = createSchedule({ day: 25, endDate: "2026-11-24" });
    expect(nextDueDate([{ schedule: ended, paid: undefined }], today)).toBe(noDate);
    expect(nextDueDate([{ schedule: createSchedule({ amount: 0 }), paid: undefined }], today)).toBe(noDate);
    expect(nextDueDate([], today)).toBe(noDate);
  });

  it("is not behind an earlier due date of its month that is late", () => {
    const weekly = { ...createSchedule({ startDate: "2026-11-03" }), rhythm: "weekly" } as const;
    expect(nextDueDate([{ schedule: weekly, paid: undefined }], today)).toBe("2026-11-24");
  });

  it("works across years", () => {
    expect(nextDueDate([{ schedule: createSchedule({ day: 1 }), paid: undefined }], "2026-12-31")).toBe(
      "2027-01-01",
    );
  });
});

describe("the timeline", () => {
  it("runs from the earliest month to the one after the current, newest first", () => {
    expect(incomeTimeline(["2026-10", "2026-09"], today)).toEqual([
      "2026-12",
      "2026-11",
      "2026-10",
      "2026-09",
    ]);
  });

  it("has the current and the next month without sources or before the first one", () => {
    expect(incomeTimeline([], today)).toEqual(["2026-12", "2026-11"]);
    expect(incomeTimeline(["2027-05"], today)).toEqual(["2026-12", "2026-11"]);
    expect(incomeTimeline([], "2026-12-31")).toEqual(["2027-01", "2026-12"]);
  });

  it("writes months in words", () => {
    expect(monthEntry("2026-11")).toEqual({ text: "November 2026", month: 11, year: 2026 });
  });
});
