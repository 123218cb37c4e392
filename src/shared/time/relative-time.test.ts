import { expect, test } from "vitest";
import { relativeTime, relativeWords } from "./relative-time.ts";

const now = new Date("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-20T11:59:30Z", "just now"],
  ["2026-11-20T12:00:20Z", "just now"],
  ["2026-11-20T11:58:00Z", "2 minutes ago"],
  ["2026-11-20T09:00:00Z", "3 hours ago"],
  ["2026-11-19T10:00:00Z", "yesterday"],
  ["2026-11-16T10:00:00Z", "4 days ago"],
  ["2026-11-10T10:00:00Z", "last week"],
  ["2026-08-20T12:00:00Z", "3 months ago"],
  ["2024-11-01T12:00:00Z", "2 years ago"],
])("%s reads as %s", (at, expected) => {
  expect(relativeTime(new Date(at), now)).toBe(expected);
});

test.each(["year", "month", "week", "day", "hour", "minute"] as const)(
  "distances in %ss have the words of Intl.RelativeTimeFormat",
  (unit) => {
    const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
    for (let count = -400; count <= 400; count += 1)
      expect(relativeWords(count, unit)).toBe(words.format(count, unit));
  },
);
