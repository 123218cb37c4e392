import type { Kernel } from "#server/feature.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { congressAt } from "../../domain/congresses.ts";

/** Returns the Congress in session today in Washington, whatever the site's time zone. */
export function sittingCongress({ now }: Pick<Kernel, "now">): number {
  return congressAt(dateInZone(now(), "America/New_York"));
}
