import { expect, test } from "vitest";
import { rateLimitText } from "./rate-limit-text.ts";

const now = Date.parse("2026-11-20T20:28:00Z");

test.each([
  ["2026-11-20T20:40:00Z", "3:40 PM", "in 12 minutes"],
  ["2026-11-20T21:27:30Z", "4:27 PM", "in 60 minutes"],
  ["2026-11-20T20:28:20Z", "3:28 PM", "within a minute"],
  ["2026-11-20T20:27:00Z", "3:27 PM", "within a minute"],
])("says that a limit until %s resets at %s, %s", (end, at, wait) => {
  expect(rateLimitText(Date.parse(end), now, "America/New_York")).toBe(
    `GitHub’s rate limit for this network is used up. It resets at ${at} (${wait}).`,
  );
});
