/**
 * Returns when GitHub's rate limit resets: "GitHub’s rate limit for this network is used up. It resets at 3:40 PM (in 12
 * minutes)." The time is in the reader's zone unless one is given; both instants are milliseconds since 1970.
 */
export function rateLimitText(endsAtMs: number, nowMs: number, timeZone?: string): string {
  const at = new Date(endsAtMs)
    .toLocaleTimeString("en-US", { timeStyle: "short", timeZone })
    .replaceAll("\u202f", " ");
  const minutes = Math.ceil((endsAtMs - nowMs) / 60_000);
  const wait = minutes <= 1 ? "within a minute" : `in ${minutes} minutes`;
  return `GitHub’s rate limit for this network is used up. It resets at ${at} (${wait}).`;
}
