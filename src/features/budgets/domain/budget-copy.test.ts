import { describe, expect, it } from "vitest";
import {
  addDays,
  daysBetween,
  firstDayOf,
  lastDayOf,
  monthsBetween,
  monthOf,
} from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { nextName, nextPeriod, previousPeriod } from "./budget-copy.ts";

const anyDate = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays("1999-12-01", days));

describe("the next period", () => {
  it.each([
    ["2026-11-01", "2026-11-30", "2026-12-01", "2026-12-31"],
    ["2026-12-01", "2026-12-31", "2027-01-01", "2027-01-31"],
    ["2027-01-01", "2027-01-31", "2027-02-01", "2027-02-28"],
    ["2028-01-01", "2028-01-31", "2028-02-01", "2028-02-29"],
    ["2026-10-01", "2026-12-31", "2027-01-01", "2027-03-31"],
    ["2026-01-01", "2026-12-31", "2027-01-01", "2027-12-31"],
    ["2026-11-02", "2026-11-08", "2026-11-09", "2026-11-15"],
    ["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22"],
    ["2026-11-15", "2026-12-14", "2026-12-15", "2027-01-13"],
    ["2027-02-01", "2027-02-28", "2027-03-01", "2027-03-31"],
  ])("after %s to %s is %s to %s", (startDate, endDate, nextStart, nextEnd) => {
    expect(nextPeriod({ startDate, endDate })).toEqual({ startDate: nextStart, endDate: nextEnd });
  });

  it("starts the next day and has the same length in days or whole months", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 800 }), fc.boolean(), (date, days, wholeMonths) => {
        const last = addDays(date, days);
        const from = wholeMonths
          ? { startDate: firstDayOf(monthOf(date)), endDate: lastDayOf(monthOf(last)) }
          : { startDate: date, endDate: last };
        const to = nextPeriod(from);
        if (to === null) throw new Error("no next period");
        expect(to.startDate).toBe(addDays(from.endDate, 1));
        if (wholeMonths) {
          expect(to.endDate).toBe(lastDayOf(monthOf(to.endDate)));
          expect(monthsBetween(to.startDate, to.endDate)).toBe(monthsBetween(from.startDate, from.endDate));
        } else if (to.endDate !== lastDayOf(monthOf(to.endDate))) {
          expect(daysBetween(to.startDate, to.endDate)).toBe(days);
        }
      }),
    );
  });

  it("is null past the end of the calendar", () => {
    expect(nextPeriod({ startDate: "9999-12-01", endDate: "9999-12-31" })).toBeNull();
    expect(nextPeriod({ startDate: "9999-12-20", endDate: "9999-12-30" })).toBeNull();
    expect(nextPeriod({ startDate: "9999-11-01", endDate: "9999-11-30" })).toEqual({
      startDate: "9999-12-01",
      endDate: "9999-12-31",
    });
  });
});

describe("the name of a copy", () => {
  const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
  const december = { startDate: "2026-12-01", endDate: "2026-12-31" };
  const nameAfter = (name: string, from = november) => nextName(name, from, nextPeriod(from) ?? from);

  it("advances a month's name", () => {
    expect(nameAfter("November 2026")).toBe("December 2026");
    expect(nameAfter("November 2026", { startDate: "2026-11-15", endDate: "2026-12-14" })).toBe(
      "December 2026",
    );
    expect(nameAfter("December 2026", december)).toBe("January 2027");
  });

  it("advances a year", () => {
    expect(nameAfter("2026", { startDate: "2026-01-01", endDate: "2026-12-31" })).toBe("2027");
    expect(nameAfter("2026")).toBe("2026");
  });

  it.each(["Holiday", "November", "October 2026", "November 2026 trip", "3000"])("keeps %s", (name) => {
    expect(nameAfter(name)).toBe(name);
  });
});

describe("the previous period", () => {
  it.each([
    ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-02-28", "2025-11-01", "2025-12-31"],
    ["2026-11-05", "2026-11-18", "2026-10-22", "2026-11-04"],
  ])("of %s to %s is %s to %s", (startDate, endDate, before, until) => {
    expect(previousPeriod({ startDate, endDate })).toEqual({ startDate: before, endDate: until });
  });

  it("doesn't exist before the calendar", () => {
    expect(previousPeriod({ startDate: "0001-01-01", endDate: "0001-01-31" })).toBeNull();
  });
});
