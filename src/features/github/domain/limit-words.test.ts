import { expect, test } from "vitest";
import { limitText } from "./limit-words.ts";

const now = Date.parse("2026-11-20T20:28:00Z");

test.each([
  ["2026-11-20T20:40:00Z", "3:40 PM", "in 12 minutes"],
  ["2026-11-20T21:27:30Z", "4:27 PM", "in 60 minutes"],
  ["2026-11-20T20:28:20Z", "3:28 PM", "in a minute at most"],
  ["2026-11-20T20:27:00Z", "3:27 PM", "in a minute at most"],
])("a limit until %s ends at %s, %s", (end, at, wait) => {
  expect(limitText(Date.parse(end), now, "America/New_York")).toBe(
    `GitHub’s limit for this network is used up; it ends at ${at} (${wait}).`,
  );
});
