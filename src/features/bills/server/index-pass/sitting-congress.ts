import type { Kernel } from "#server/feature.ts";
import { dateInZone } from "#shared/time/plain-dates.ts";
import { congressAt } from "../../domain/congresses.ts";

/** The Congress of this day in Washington, wherever the site is. */
export function sittingCongress({ now }: Pick<Kernel, "now">): number {
  return congressAt(dateInZone(now(), "America/New_York"));
}
