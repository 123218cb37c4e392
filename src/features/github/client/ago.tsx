import { relativeTime } from "#shared/time/relative-time.ts";
import { useMinute } from "#client/words/use-minute.ts";

/** Relative time, first as the server rendered it, then by the reader's clock. */
export function Ago({ instant, renderedAtMs }: { instant: string; renderedAtMs: number }) {
  const now = useMinute(renderedAtMs);
  return <time dateTime={instant}>{relativeTime(new Date(instant), new Date(now))}</time>;
}
