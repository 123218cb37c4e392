import { relativeTime } from "#shared/time/relative-time.ts";
import { useMinute } from "./use-minute.ts";

/**
 * Time since, or until, an instant: "3 hours ago". `at` is ISO 8601; a page that the server renders gives `renderedAtMs`, which
 * holds until the reader's clock does.
 */
export function Ago({ at, renderedAtMs }: { at: string; renderedAtMs?: number }) {
  const now = useMinute(renderedAtMs);
  return <time dateTime={at}>{relativeTime(new Date(at), new Date(now))}</time>;
}
