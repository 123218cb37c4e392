import { describe, expect, it } from "vitest";
import { currencyDecimals, maxMoney, money } from "#shared/money.ts";
import { addDays, daysFrom, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { knownPeriod, recentPeriod, suggestedEstimate } from "./estimate-suggestions.ts";

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
const quarter = { startDate: "2026-08-23", endDate: "2026-11-22" };

describe("the period that is averaged", () => {
  it.each([
    ["2026-11-22", "2026-08-23"],
    ["2026-05-31", "2026-03-01"],
    ["2026-11-30", "2026-09-01"],
    ["2027-02-28", "2026-12-01"],
    ["2028-02-28", "2027-11-29"],
    ["2027-01-01", "2026-10-02"],
  ])("up to %s starts on %s", (today, startDate) => {
    expect(recentPeriod(today)).toEqual({ startDate, endDate: today });
  });

  it.each([
    ["2020-01-01", "2026-08-23"],
    ["2026-08-24", "2026-08-24"],
    ["2026-10-01", "2026-10-01"],
    ["2026-11-15", "2026-10-23"],
    ["2026-11-22", "2026-10-23"],
  ])("with an oldest row of %s starts on %s", (first, startDate) => {
    expect(knownPeriod("2026-11-22", first)).toEqual({ startDate, endDate: "2026-11-22" });
  });
});

describe("the suggested estimate", () => {
  it.each([
    ["a third of three months", 180_000, november, 60_000],
    ["rounded up to ten", 180_300, november, 61_000],
    ["rounded up to five below a hundred", 18_300, november, 6_500],
    ["at least five", 30, november, 500],
    ["a hundred, not ninety-nine", 29_900, november, 10_000],
    ["twelve months for a year", 180_000, { startDate: "2026-01-01", endDate: "2026-12-31" }, 720_000],
    ["one month from any day", 180_000, { startDate: "2026-11-15", endDate: "2026-12-14" }, 60_000],
    ["by days for two weeks", 180_000, { startDate: "2026-11-02", endDate: "2026-11-15" }, 28_000],
    ["by days for one day", 180_000, { startDate: "2026-11-02", endDate: "2026-11-02" }, 2_000],
  ])("is %s", (_what, spent, period, estimate) => {
    expect(suggestedEstimate(money(spent), quarter, period, "USD")).toBe(estimate);
  });

  it("is rounded in main units of each currency", () => {
    expect(suggestedEstimate(money(135_450), quarter, november, "JPY")).toBe(45_150);
    expect(suggestedEstimate(money(135_450), quarter, november, "KWD")).toBe(50_000);
  });

  it("has what is paid on the last day of each month once for each month", () => {
    for (const today of ["2026-11-29", "2026-11-30", "2026-12-31", "2027-02-28"]) {
      const { startDate, endDate } = recentPeriod(today);
      const lastDays = daysFrom(startDate, endDate).filter((day) => day === lastDayOf(monthOf(day)));
      expect(lastDays, today).toHaveLength(3);
    }
  });

  it("averages over the known period", () => {
    const known = knownPeriod("2026-11-22", "2026-10-23");
    expect(suggestedEstimate(money(60_000), known, november, "USD")).toBe(60_000);
  });

  it("is null if refunds exceed spending", () => {
    expect(suggestedEstimate(money(0), quarter, november, "USD")).toBeNull();
    expect(suggestedEstimate(money(-5_000), quarter, november, "USD")).toBeNull();
  });

  it("is a valid amount near the average for any spending and period", () => {
    const anyDay = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(money),
        anyDay,
        anyDay,
        fc.constantFrom("USD", "JPY", "KWD"),
        (spent, from, length, code) => {
          const startDate = addDays("2000-01-01", from);
          const period = { startDate, endDate: addDays(startDate, length) };
          const estimate = suggestedEstimate(spent, quarter, period, code) ?? 0;
          const five = 5 * 10 ** currencyDecimals(code);
          expect(estimate === maxMoney(code) || estimate % five === 0).toBe(true);
          expect(estimate).toBeGreaterThanOrEqual(five);
          expect(estimate).toBeLessThanOrEqual(maxMoney(code));
          const months = ((length + 1) * 12) / 365;
          if (estimate < maxMoney(code))
            expect(Math.abs(estimate - (spent / 3) * months)).toBeLessThanOrEqual(
              five + (0.1 * spent * months) / 3,
            );
        },
      ),
    );
  });
});
