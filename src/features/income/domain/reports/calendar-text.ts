import { addDays } from "#shared/time/plain-dates.ts";

/** All-day event of a calendar (RFC 5545). Texts are unescaped. */
export type CalendarEvent = {
  /** Permanent id of the event, in plain characters. */
  uid: string;
  /** `YYYY-MM-DD` */
  date: string;
  summary: string;
  description: string;
  category: string;
  url: string;
};

const mostOctetsOfLine = 75;

/**
 * Formats a calendar of all-day events (RFC 5545): CRLF line ends, lines folded at 75 octets without splitting a
 * character, escaped text. `stamp` is the creation time.
 */
export function calendarText(calendar: {
  name: string;
  productId: string;
  stamp: Date;
  events: readonly CalendarEvent[];
}): string {
  const stamp = utcStamp(calendar.stamp);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${escaped(calendar.productId)}`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(calendar.name)}`,
    `X-WR-CALNAME:${escaped(calendar.name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...calendar.events.flatMap((event) => eventLines(event, stamp)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent, stamp: string): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${event.date.replaceAll("-", "")}`,
    `DTEND;VALUE=DATE:${addDays(event.date, 1).replaceAll("-", "")}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `CATEGORIES:${escaped(event.category)}`,
    `URL:${event.url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Escapes a TEXT value (RFC 5545 section 3.3.11), which allows no control characters but line ends. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, "")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);
}

/** Folds a line at 75 octets; continuation lines start with a space that counts (RFC 5545 section 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > mostOctetsOfLine) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}

/** Returns the number of octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

function utcStamp(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, "");
}
