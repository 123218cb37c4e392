import { zoneWriter } from "./zone-writer.ts";

const form = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** Returns the date of an instant in a time zone such as `America/New_York` (docs/reference/product.md, "Today"). */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = zoneWriter(timeZone, form).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}
