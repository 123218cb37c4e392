import { zoneWriter } from "#shared/time/zone-writer.ts";
import { useMoments } from "../app-context.tsx";
import { offsetHoldsMs, type Moments } from "./moments.ts";

const forms = {
  day: { dateStyle: "long" },
  time: { timeStyle: "short" },
  minute: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  yearAndMinute: { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Form of a moment: "November 21, 2026", "7:52 AM", "Nov 21, 7:52 AM", or "Nov 21, 2026, 7:52 AM". */
type MomentForm = keyof typeof forms;

/** A moment in the site's time zone; `instant` is ISO 8601. */
export function Moment({ instant, form }: { instant: string; form: MomentForm }) {
  return <time dateTime={instant}>{momentText(useMoments(), instant, form)}</time>;
}

/** Writes a moment in the site's time zone; `instant` is ISO 8601. */
export function momentText({ timeZone, kept, offset }: Moments, instant: string, form: MomentForm): string {
  const ms = Date.parse(instant);
  return kept(`${form} ${instant}`, () =>
    form === "minute" && offset !== null && Math.abs(ms - offset.atMs) < offsetHoldsMs
      ? minuteText(ms + offset.offsetMs)
      : // Node and browsers use different spaces before AM.
        zoneWriter(timeZone, forms[form]).format(ms).replaceAll("\u202f", " "),
  );
}

/** Writes "Nov 21, 7:52 AM" without the rules of time zones, which block a phone for a tenth of a second when first used. */
function minuteText(localMs: number): string {
  const hour = new Date(localMs).getUTCHours();
  return new Date(localMs)
    .toUTCString()
    .replace(/^.{5}0?(\d+) (\w+) \d+ ..(:..).*/, `$2 $1, ${hour % 12 || 12}$3 ${hour < 12 ? "AM" : "PM"}`);
}
