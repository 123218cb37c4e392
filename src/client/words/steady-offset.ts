import { zoneWriter } from "#shared/time/zone-writer.ts";
import { offsetHoldsMs, type WrittenMoments } from "./moments.ts";

/** Returns a time zone's distance from UTC at an instant, if clocks don't change near it (`offsetHoldsMs`). For servers, because it's slow. */
export function steadyOffset(timeZone: string, atMs: number): WrittenMoments["offset"] {
  const [before, now, after] = [-offsetHoldsMs, 0, offsetHoldsMs].map((ms) => offsetMs(timeZone, atMs + ms));
  return now !== undefined && before === now && now === after ? { atMs, offsetMs: now } : null;
}

function offsetMs(timeZone: string, ms: number): number {
  // Swedish dates are nearly ISO 8601.
  const writer = zoneWriter(timeZone, { dateStyle: "short", timeStyle: "medium" }, "sv-SE");
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.parse(`${writer.format(whole)}Z`) - whole;
}
