/**
 * When a limit of GitHub ends, in words: "GitHub's limit for this network is used up; it ends at 3:40 PM (in 12
 * minutes)." The time is the reader's own unless a zone is named; both instants are milliseconds since 1970.
 */
export function limitText(endsAtMs: number, nowMs: number, timeZone?: string): string {
  const at = new Date(endsAtMs)
    .toLocaleTimeString("en-US", { timeStyle: "short", ...(timeZone === undefined ? {} : { timeZone }) })
    .replaceAll("\u202f", " ");
  const minutes = Math.ceil((endsAtMs - nowMs) / 60_000);
  const wait = minutes <= 1 ? "in a minute at most" : `in ${minutes} minutes`;
  return `GitHub’s limit for this network is used up; it ends at ${at} (${wait}).`;
}
