import { relativeTime } from "#shared/time/relative-time.ts";
import { useMinute } from "./use-minute.ts";

/** Time since, or until, an instant: "3 hours ago". `at` is ISO 8601. */
export function Ago({ at }: { at: string }) {
  return <time dateTime={at}>{relativeTime(new Date(at), new Date(useMinute()))}</time>;
}
