import { describe, expect, it, test } from "vitest";
import { actionTimeText, dayText, introducedText, relativeDay } from "./bill-dates.ts";

test.each([
  ["2021-01-04", "01/04/2021 12:00 am"],
  ["2021-12-31", "12/31/2021 12:00 am"],
  ["2021-01-04T00:05:00Z", "01/04/2021 12:05 am"],
  ["2021-01-04T12:30:00Z", "01/04/2021 12:30 pm"],
  ["2021-01-04T23:59:59Z", "01/04/2021 11:59 pm"],
  ["someday", "someday"],
])("formats an introduction on %s as %s, whatever the time zone", (date, expected) => {
  expect(introducedText(date)).toBe(expected);
});

test.each([
  ["23:05:36", "11:05 pm"],
  ["00:42:11", "12:42 am"],
  ["12:00:00", "12:00 pm"],
  ["09:02PM", "9:02 pm"],
  ["12:15AM", "12:15 am"],
  ["noon", null],
])("formats an action at %s as %s", (time, expected) => {
  expect(actionTimeText(time)).toBe(expected);
});

describe("the relative day", () => {
  test.each([
    ["2026-11-21", "today"],
    ["2026-11-20", "yesterday"],
    ["2026-11-22", "tomorrow"],
    ["2026-11-16", "5 days ago"],
    ["2026-11-14", "last week"],
    ["2026-11-01", "2 weeks ago"],
    ["2026-10-22", "4 weeks ago"],
    ["2026-10-21", "last month"],
    ["2025-11-22", "11 months ago"],
    ["2025-11-21", "last year"],
    ["2021-01-04", "5 years ago"],
    ["1873-03-04T00:00:00Z", "153 years ago"],
  ])("of %s is %s", (day, expected) => {
    expect(relativeDay(day, "2026-11-21")).toBe(expected);
  });

  it("is empty for an invalid day", () => {
    expect(relativeDay("", "2026-11-21")).toBe("");
    expect(relativeDay("2026-02-31T", "2026-99-99")).toBe("");
  });
});

test("formats a day in words, whatever the time zone", () => {
  expect(dayText("2021-03-03")).toBe("March 3, 2021");
  expect(dayText("2021-03-04T04:05:36Z", "short")).toBe("Mar 4, 2021");
  expect(dayText("unknown")).toBe("unknown");
});
