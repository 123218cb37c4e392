import { usePublicConfig } from "#client/app-context.tsx";
import { zoneWriter } from "#shared/time/zone-writer.ts";

/** Instant in the site's time zone: "November 21, 2026 at 7:31 PM". `at` is ISO 8601. */
export function DataTime({ at }: { at: string }) {
  const { timeZone } = usePublicConfig();
  const words = zoneWriter(timeZone, { dateStyle: "long", timeStyle: "short" });
  return <time dateTime={at}>{words.format(new Date(at))}</time>;
}
