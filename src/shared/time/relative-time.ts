/** Unit of a distance in time. */
export type TimeUnit = "year" | "month" | "week" | "day" | "hour" | "minute";

const units: [unit: TimeUnit, seconds: number][] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * Returns how long ago something was, such as "3 hours ago" or "yesterday"; "just now" within a minute, and for clocks that
 * differ.
 */
export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit === undefined || size === undefined
    ? "just now"
    : relativeWords(Math.trunc(seconds / size), unit);
}

/**
 * Returns a whole number of units in words: "3 days ago", "yesterday", "next month", "in 2 hours". The words are those of
 * `Intl.RelativeTimeFormat` in English, whose data takes a phone longer to load than the rest of a page's code to start.
 */
export function relativeWords(count: number, unit: TimeUnit): string {
  const near =
    unit === "day"
      ? ["yesterday", "today", "tomorrow"]
      : ["last", "this", "next"].map((word) => `${word} ${unit}`);
  const isShort = unit === "hour" || unit === "minute";
  if (Math.abs(count) <= (isShort ? 0 : 1)) return near[count + 1] ?? "";
  const size = Math.abs(count);
  const amount = `${size} ${unit}${size === 1 ? "" : "s"}`;
  return count < 0 ? `${amount} ago` : `in ${amount}`;
}
