import { exactTime, relativeDay } from "#shared/time/relative-day.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { usePublicConfig } from "../app-context.tsx";
import { useMinute } from "./use-minute.ts";

/** Relative day, with the exact time as a tooltip and for screen readers. `at` is ISO 8601. */
export function DayAgo({ at }: { at: string }) {
  const { timeZone } = usePublicConfig();
  const now = new Date(useMinute());
  const moment = new Date(at);
  const exact = exactTime(moment, timeZone);
  return (
    <time dateTime={at} title={exact}>
      {relativeDay(moment, now, timeZone)}
      <VisuallyHidden>, {exact}</VisuallyHidden>
    </time>
  );
}
