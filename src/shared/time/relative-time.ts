const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];
const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/**
 * Returns how long ago something was, such as "3 hours ago" or "yesterday"; "just now" within a minute, and for clocks that
 * differ.
 */
export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit === undefined || size === undefined
    ? "just now"
    : words.format(Math.trunc(seconds / size), unit);
}
