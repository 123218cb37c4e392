/** Returns the date of an instant in a time zone such as `America/New_York` (docs/reference/product.md, "Today"). */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = zoneFormatter(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

const zoneFormatters = new Map<string, Intl.DateTimeFormat>();

function zoneFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  zoneFormatters.set(timeZone, made);
  return made;
}
