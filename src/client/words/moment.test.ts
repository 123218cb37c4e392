import { expect, test } from "vitest";
import { momentText } from "./moment.tsx";
import { createMoments } from "./moments.ts";

const instant = "2026-11-21T12:52:00Z";

test.each([
  ["day", "November 21, 2026"],
  ["time", "7:52 AM"],
  ["minute", "Nov 21, 7:52 AM"],
  ["yearAndMinute", "Nov 21, 2026, 7:52 AM"],
] as const)("a moment is written as %s in the site's time zone", (form, words) => {
  expect(momentText(createMoments("America/New_York"), instant, form)).toBe(words);
});

test("a browser repeats what the server wrote, and writes the rest", () => {
  const server = createMoments("America/New_York");
  momentText(server, instant, "day");
  expect(server.written).toEqual({ [`day ${instant}`]: "November 21, 2026" });
  const browser = createMoments("Etc/UTC", { [`day ${instant}`]: "as the server wrote it" });
  expect(momentText(browser, instant, "day")).toBe("as the server wrote it");
  expect(momentText(browser, "2026-11-21T02:00:00Z", "day")).toBe("November 21, 2026");
});
