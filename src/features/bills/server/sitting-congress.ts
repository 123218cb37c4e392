import type { Kernel } from "#server/feature.ts";
import { congressAt } from "../domain/congresses.ts";

const washington = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The Congress of this day in Washington, wherever the site is. */
export function sittingCongress({ now }: Pick<Kernel, "now">): number {
  return congressAt(washington.format(now()));
}
