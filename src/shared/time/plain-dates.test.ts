import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import {
  addDays,
  addMonths,
  dateRangeText,
  dateWords,
  dayOfMonth,
  daysBetween,
  daysInMonth,
  firstDayOf,
  isPlainDate,
  isPlainMonth,
  lastDayOf,
  monthOf,
  monthWords,
  periodWords,
  shortDateWords,
  monthsBetween,
  monthsFrom,
} from "./plain-dates.ts";
import { dateInZone } from "./date-in-zone.ts";
import { compareDates } from "./compare-dates.ts";

const anyDate = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2200-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyMonth = anyDate.map(monthOf);

describe("plain dates", () => {
  it.each(["2024-02-29", "2026-12-31", "0001-01-01", "2000-02-29"])("accepts %s as a day", (text) => {
    expect(isPlainDate(text)).toBe(true);
  });

  it.each([
    "2023-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-4-1",
    "0000-01-01",
    "2026-01-01T00:00",
    "",
  ])("doesn't accept %j", (text) => {
    expect(isPlainDate(text)).toBe(false);
  });

  it("recognizes months", () => {
    expect(isPlainMonth("2026-11")).toBe(true);
    for (const text of ["2026-13", "2026-00", "2026-1", "202611", "2026-11-01", "0000-05"])
      expect(isPlainMonth(text)).toBe(false);
  });

  it("counts calendar days regardless of clock changes", () => {
    expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
    expect(daysBetween("2026-10-31", "2026-11-02")).toBe(2);
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(isPlainDate(addDays(date, days))).toBe(true);
      }),
    );
  });

  it("counts months across years", () => {
    expect(addMonths("2026-11", 2)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    fc.assert(
      fc.property(anyMonth, fc.integer({ min: -900, max: 900 }), (month, months) => {
        expect(monthsBetween(month, addMonths(month, months))).toBe(months);
        expect(addDays(lastDayOf(month), 1)).toBe(firstDayOf(addMonths(month, 1)));
      }),
    );
  });

  it("knows the length of each month", () => {
    expect(["2023-02", "2024-02", "2100-02", "2026-04", "2026-12"].map(daysInMonth)).toEqual([
      28, 29, 28, 30, 31,
    ]);
    expect(dayOfMonth("2026-02", 31)).toBe("2026-02-28");
  });

  it("lists months; none if the end is before the start", () => {
    expect(monthsFrom("2025-11", "2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsFrom("2026-02", "2026-01")).toEqual([]);
  });

  it("uses the given time zone, not the machine's", () => {
    const instant = new Date("2026-11-01T03:30:00Z");
    expect(dateInZone(instant, "America/New_York")).toBe("2026-10-31");
    expect(dateInZone(instant, "Asia/Tokyo")).toBe("2026-11-01");
  });

  it("formats days and months in US English", () => {
    expect(monthWords("2026-11")).toBe("November 2026");
    expect(dateWords("2026-11-05")).toBe("Nov 5, 2026");
    expect(dateWords("2026-11-05", "long")).toBe("November 5, 2026");
    expect(dateRangeText("2026-11-01", "2026-11-30")).toBe("11/01/2026 – 11/30/2026");
  });

  it.each([
    ["2026-11-01", "2026-11-30", "Nov 1–30"],
    ["2026-11-15", "2026-12-14", "Nov 15 – Dec 14"],
    ["2026-11-05", "2026-11-05", "Nov 5"],
    ["2025-11-01", "2025-11-30", "Nov 1–30, 2025"],
    ["2025-11-15", "2025-12-14", "Nov 15 – Dec 14, 2025"],
    ["2025-11-05", "2025-11-05", "Nov 5, 2025"],
    ["2026-12-15", "2027-01-14", "Dec 15, 2026 – Jan 14, 2027"],
  ])("from %s to %s in 2026 is written %s", (start, end, words) => {
    expect(periodWords(start, end, "2026-11-22")).toBe(words);
  });

  it("includes the year only if it isn't the current one", () => {
    expect(shortDateWords("2026-01-02", "2026-11-22")).toBe("Jan 2");
    expect(shortDateWords("2025-12-31", "2026-01-01")).toBe("Dec 31, 2025");
  });
});

it("orders dates, the earliest first", () => {
  const dates = ["2026-11-05", "2025-12-31", "2026-11-05", "2026-02-28"];
  expect(dates.toSorted(compareDates)).toEqual(["2025-12-31", "2026-02-28", "2026-11-05", "2026-11-05"]);
});
