/** Returns "Nov 21, 7:52 AM" in the site's time zone. Node and browsers use different spaces before AM. */
export function asOfText(at: Date, timeZone: string): string {
  return at
    .toLocaleString("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone })
    .replaceAll("\u202f", " ");
}
