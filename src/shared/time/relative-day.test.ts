import { describe, expect, it } from "vitest";
import { exactTime, relativeDay } from "./relative-day.ts";

const zone = "America/New_York";
const day = (at: string, now: string) => relativeDay(new Date(at), new Date(now), zone);

describe("a day relative to today", () => {
  it("is counted from the start of the day", () => {
    // 23:50 and 00:10 in New York: twenty minutes apart, but on different days.
    expect(day("2026-11-21T04:50:00Z", "2026-11-21T05:10:00Z")).toBe("yesterday");
    expect(day("2026-11-21T05:10:00Z", "2026-11-22T04:50:00Z")).toBe("today");
  });

  it("uses the time zone's day, not UTC's", () => {
    expect(day("2026-11-21T01:00:00Z", "2026-11-20T20:00:00Z")).toBe("today");
  });

  it("counts calendar days across clock changes", () => {
    // In New York, November 1, 2026 has 25 hours and March 8 has 23.
    expect(day("2026-10-31T20:00:00Z", "2026-11-02T05:30:00Z")).toBe("2 days ago");
    expect(day("2026-03-07T12:00:00Z", "2026-03-09T04:30:00Z")).toBe("2 days ago");
  });

  it("switches to weeks, months and years", () => {
    expect(day("2026-11-01T17:00:00Z", "2026-11-21T17:00:00Z")).toBe("2 weeks ago");
    expect(day("2026-08-01T17:00:00Z", "2026-11-21T17:00:00Z")).toBe("3 months ago");
    expect(day("2024-08-01T17:00:00Z", "2026-11-21T17:00:00Z")).toBe("2 years ago");
  });

  it("is today if a different clock puts it in the future", () => {
    expect(day("2026-11-23T17:00:00Z", "2026-11-21T17:00:00Z")).toBe("today");
  });
});

it("an exact time is in the given time zone, which is named", () => {
  expect(exactTime(new Date("2026-11-21T20:14:00Z"), zone)).toBe("Nov 21, 2026, 3:14 PM EST");
  expect(exactTime(new Date("2026-07-04T20:14:00Z"), "Asia/Tokyo")).toMatch(/^Jul 5, 2026, 5:14 AM /);
});
