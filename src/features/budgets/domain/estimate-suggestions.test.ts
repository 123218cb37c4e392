import { describe, expect, it } from "vitest";
import { currencyDecimals, maxMoney, money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { knownPeriod, recentPeriod, suggestedEstimate } from "./estimate-suggestions.ts";

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
const quarter = { startDate: "2026-08-23", endDate: "2026-11-22" };

describe("the months that are looked back on", () => {
  it.each([
    ["2026-11-22", "2026-08-23"],
    ["2026-05-31", "2026-03-01"],
    ["2027-01-01", "2026-10-02"],
  ])("until %s begin on %s", (today, startDate) => {
    expect(recentPeriod(today)).toEqual({ startDate, endDate: today });
  });

  it.each([
    ["2020-01-01", "2026-08-23"],
    ["2026-08-24", "2026-08-24"],
    ["2026-10-01", "2026-10-01"],
    ["2026-11-15", "2026-10-23"],
    ["2026-11-22", "2026-10-23"],
  ])("are known from the oldest row of %s on: %s", (first, startDate) => {
    expect(knownPeriod("2026-11-22", first)).toEqual({ startDate, endDate: "2026-11-22" });
  });
});

describe("the estimate that is suggested", () => {
  it.each([
    ["a third of three months", 180_000, november, 60_000],
    ["the nearest ten", 181_800, november, 61_000],
    ["the nearest five below a hundred", 20_000, november, 6_500],
    ["five at least", 30, november, 500],
    ["a hundred, not ninety-nine", 29_900, november, 10_000],
    ["twelve months of a year", 180_000, { startDate: "2026-01-01", endDate: "2026-12-31" }, 720_000],
    ["a month that begins on any day", 180_000, { startDate: "2026-11-15", endDate: "2026-12-14" }, 60_000],
    ["its days of two weeks", 180_000, { startDate: "2026-11-02", endDate: "2026-11-15" }, 28_000],
    ["its day of a day", 180_000, { startDate: "2026-11-02", endDate: "2026-11-02" }, 2_000],
  ])("is %s", (_what, spent, period, estimate) => {
    expect(suggestedEstimate(money(spent), quarter, period, "USD")).toBe(estimate);
  });

  it("counts in whole units of each currency", () => {
    expect(suggestedEstimate(money(135_450), quarter, november, "JPY")).toBe(45_150);
    expect(suggestedEstimate(money(135_450), quarter, november, "KWD")).toBe(45_000);
  });

  it("is that of the time that is known", () => {
    const known = knownPeriod("2026-11-22", "2026-10-23");
    expect(suggestedEstimate(money(60_000), known, november, "USD")).toBe(60_000);
  });

  it("is nothing where refunds outweigh spending", () => {
    expect(suggestedEstimate(money(0), quarter, november, "USD")).toBeNull();
    expect(suggestedEstimate(money(-5_000), quarter, november, "USD")).toBeNull();
  });

  it("is an amount that may be entered, near the average, whatever was spent and for however long", () => {
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
