import { describe, expect, it } from "vitest";
import { addDays, dayOfMonth, daysInMonth, monthOf } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import {
  missingPeriods,
  mostAtOnce,
  periodFrom,
  periodNumber,
  rhythmUnits,
  startOfPeriod,
} from "./rhythm.ts";

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2000-01-01", days));
const anySchedule = fc.record({
  every: fc.integer({ min: 1, max: 40 }),
  unit: fc.constantFrom(...rhythmUnits),
  anchor: fc.oneof(anyDay, fc.constantFrom("2024-01-31", "2024-02-29", "2026-02-28", "2025-12-31")),
});

describe("periods of a rhythm", () => {
  it.each([
    ["2024-01-31", "2024-01-31", "2024-02-28"],
    ["2024-01-31", "2024-02-29", "2024-03-30"],
    ["2023-01-31", "2023-02-28", "2023-03-30"],
    ["2026-11-01", "2026-11-01", "2026-11-30"],
    ["2026-11-15", "2026-12-15", "2027-01-14"],
    ["2026-11-01", "2026-11-16", "2026-11-30"],
  ])("of months from %s that start on %s end on %s", (anchor, startDate, endDate) => {
    expect(periodFrom({ every: 1, unit: "month", anchor }, startDate)).toEqual({ startDate, endDate });
  });

  it("start on February 28 in years without a 29th, and on the 29th again", () => {
    const schedule = { every: 1, unit: "year" as const, anchor: "2024-02-29" };
    expect([0, 1, 2, 4].map((number) => startOfPeriod(schedule, number))).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2028-02-29",
    ]);
  });

  it("have each day in exactly one, and start on the anchor's day of the month or its last", () => {
    fc.assert(
      fc.property(anySchedule, anyDay, (schedule, day) => {
        const number = periodNumber(schedule, day);
        expect(startOfPeriod(schedule, number) <= day).toBe(true);
        expect(startOfPeriod(schedule, number + 1) > day).toBe(true);
        if (schedule.unit === "day" || schedule.unit === "week") return;
        const start = startOfPeriod(schedule, number);
        expect(start).toBe(dayOfMonth(monthOf(start), Number(schedule.anchor.slice(8))));
        expect(Number(start.slice(8))).toBeLessThanOrEqual(daysInMonth(monthOf(start)));
      }),
    );
  });
});

describe("missing periods", () => {
  const anySeries = fc.record({
    schedule: anySchedule,
    madeThrough: anyDay,
    days: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 }),
    end: fc.option(fc.integer({ min: 0, max: 400 }), { nil: null }),
  });

  it("follow each other without a gap, and don't depend on when they're made", () => {
    fc.assert(
      fc.property(anySeries, ({ schedule, madeThrough, days, end }) => {
        const ends = end === null ? null : addDays(madeThrough, end);
        let [today, through] = [madeThrough, madeThrough];
        const made = days.flatMap((more) => {
          today = addDays(today, more);
          const periods = missingPeriods({ ...schedule, madeThrough: through, ends }, today);
          through = periods.at(-1)?.endDate ?? through;
          expect(missingPeriods({ ...schedule, madeThrough: through, ends }, today)).toEqual([]);
          return periods;
        });
        expect(missingPeriods({ ...schedule, madeThrough, ends }, today)).toEqual(made.slice(0, mostAtOnce));
        made.reduce((last, { startDate, endDate }) => {
          expect(startDate).toBe(addDays(last, 1));
          expect(endDate >= startDate).toBe(true);
          if (ends !== null) expect(startDate <= ends).toBe(true);
          return endDate;
        }, madeThrough);
        if (ends === null) expect(through >= addDays(today, 7)).toBe(made.length <= mostAtOnce);
      }),
    );
  });
});
