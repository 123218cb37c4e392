import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { calendarText, type CalendarEvent } from "./calendar-text.ts";
import { dueDateEvents } from "./due-date-events.ts";
import { createSource } from "../../../../../tests/support/factories/income-factory.ts";

const stamp = new Date("2026-11-21T17:04:05.678Z");

function event(some: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    uid: "income-1-2026-11@folio.example",
    date: "2026-11-30",
    summary: "Unit 2: $1,200.00 due",
    description: "No Payment for November 2026",
    category: "Rent",
    url: "https://folio.example/account/1/income?month=2026-11",
    ...some,
  };
}

function textOf(...events: CalendarEvent[]): string {
  return calendarText({ name: "Income, due", productId: "-//Folio//Income//EN", stamp, events });
}

/** Unfolds and splits lines (RFC 5545). */
function linesOf(text: string): string[] {
  return text.replaceAll("\r\n ", "").split("\r\n");
}

describe("a calendar", () => {
  it("follows RFC 5545, line by line", () => {
    expect(textOf(event())).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Folio//Income//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "NAME:Income\\, due",
        "X-WR-CALNAME:Income\\, due",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        "X-PUBLISHED-TTL:PT6H",
        "BEGIN:VEVENT",
        "UID:income-1-2026-11@folio.example",
        "DTSTAMP:20261121T170405Z",
        "DTSTART;VALUE=DATE:20261130",
        "DTEND;VALUE=DATE:20261201",
        "SUMMARY:Unit 2: $1\\,200.00 due",
        "DESCRIPTION:No Payment for November 2026",
        "CATEGORIES:Rent",
        "URL:https://folio.example/account/1/income?month=2026-11",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  });

  it("folds long lines at 75 octets without splitting a character", () => {
    const summary = "日本語の家賃🏠é".repeat(20);
    const text = textOf(event({ summary }));
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain("\uFFFD");
    expect(linesOf(text)).toContain(`SUMMARY:${summary}`);
  });

  it("keeps any text within its line", () => {
    const summary = "a\\b;c,d\r\nBEGIN:VALARM\nEND:VALARM\u0000\u2028x";
    const lines = linesOf(textOf(event({ summary })));
    expect(lines).toContain("SUMMARY:a\\\\b\\;c\\,d\\nBEGIN:VALARM\\nEND:VALARM\u2028x");
    expect(lines.filter((line) => line.startsWith("BEGIN:"))).toEqual(["BEGIN:VCALENDAR", "BEGIN:VEVENT"]);
  });

  it("keeps every line short and every text complete", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (summary) => {
        const text = textOf(event({ summary }));
        for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const written =
          linesOf(text)
            .find((line) => line.startsWith("SUMMARY:"))
            ?.slice(8) ?? "";
        const read = written.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
        expect(read).toBe(summary.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, ""));
      }),
    );
  });
});

describe("due dates as events", () => {
  const site = { domain: "folio.example", urlOf: () => "https://folio.example/" };
  const today = "2026-11-21";

  it("are those of the last 2 and the next 12 months, by date", () => {
    const sources = [2, 1].map((incomeSourceId) => ({
      source: createSource({ incomeSourceId, startDate: "2020-01-01", day: incomeSourceId }),
      institutionName: "First Fern",
      paid: undefined,
    }));
    const events = dueDateEvents(sources, today, site);
    expect(events).toHaveLength(30);
    expect(events.slice(0, 3).map(({ date }) => date)).toEqual(["2026-09-01", "2026-09-02", "2026-10-01"]);
    expect(events.at(-1)).toMatchObject({ date: "2027-11-02", uid: "income-2-2027-11@folio.example" });
  });

  it.each([
    [{}, "2026-11-25", 0, "Unit 2: $1,000.00 due"],
    [{}, "2026-11-21", 0, "Unit 2: $1,000.00 due today"],
    [{}, "2026-11-20", 0, "Unit 2: $1,000.00 (Past Due)"],
    [{}, "2026-11-20", 1_000_00, "Unit 2: $1,000.00 (Paid)"],
    [{}, "2026-11-25", 10_00, "Unit 2: $1,000.00 (Partially Paid)"],
    [{}, "2026-11-20", 10_00, "Unit 2: $1,000.00 (Partially Paid, Past Due)"],
    [{ isoCurrencyCode: "JPY" }, "2026-11-25", 0, "Unit 2: ¥100,000 due"],
  ])("%j due on %s with %i paid reads %s", (some, date, paid, summary) => {
    const source = createSource({
      ...some,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      day: Number(date.slice(-2)),
    });
    const [only] = dueDateEvents(
      [{ source, institutionName: "First Fern", paid: new Map([["2026-11", money(paid)]]) }],
      today,
      site,
    );
    expect(only).toMatchObject({ date, summary, category: "Rent" });
    expect(only?.description).toContain("First Fern");
  });
});
