import { fc } from "../../../tests/support/properties.ts";
import { describe, expect, test } from "vitest";
import { momentText } from "./moment.tsx";
import { createMoments, offsetHoldsMs } from "./moments.ts";
import { steadyOffset } from "./steady-offset.ts";

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
  const written = { [`day ${instant}`]: "as the server wrote it" };
  const browser = createMoments("Etc/UTC", { written, offset: null });
  expect(momentText(browser, instant, "day")).toBe("as the server wrote it");
  expect(momentText(browser, "2026-11-21T02:00:00Z", "day")).toBe("November 21, 2026");
});

describe("a browser that knows the zone's offset", () => {
  const zones = ["America/New_York", "Etc/UTC", "Asia/Kolkata", "Pacific/Chatham", "America/St_Johns"];

  test.each(zones)("writes minutes around the rendering as Intl does in %s", (timeZone) => {
    const unknownToIntl = "Nowhere/Unknown";
    expect(() => momentText(createMoments(unknownToIntl), instant, "minute")).toThrow(RangeError);
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        fc.integer({ min: 1 - offsetHoldsMs, max: offsetHoldsMs - 1 }),
        (rendered, distanceMs) => {
          const offset = steadyOffset(timeZone, rendered.getTime());
          const at = new Date(rendered.getTime() + distanceMs).toISOString();
          const zone = offset === null ? timeZone : unknownToIntl;
          const words = momentText(createMoments(zone, { written: {}, offset }), at, "minute");
          expect(words).toBe(momentText(createMoments(timeZone), at, "minute"));
        },
      ),
    );
  });

  test("leaves other days, and days on which clocks change, to Intl", () => {
    expect(steadyOffset("America/New_York", Date.parse("2026-11-01T12:00:00Z"))).toBeNull();
    const atMs = Date.parse(instant);
    const offset = steadyOffset("America/New_York", atMs);
    expect(offset).toEqual({ atMs, offsetMs: -5 * 3_600_000 });
    const moments = createMoments("America/New_York", { written: {}, offset });
    expect(momentText(moments, "2026-07-21T12:52:00Z", "minute")).toBe("Jul 21, 8:52 AM");
  });
});
