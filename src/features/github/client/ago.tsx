import { relativeTime } from "#shared/time/relative-time.ts";
import { useNow } from "./use-now.ts";

/** Relative time, first as the server rendered it, then by the reader's clock. */
export function Ago({ instant, renderedAtMs }: { instant: string; renderedAtMs: number }) {
  const now = useNow(renderedAtMs);
  return <time dateTime={instant}>{relativeTime(new Date(instant), new Date(now))}</time>;
}
