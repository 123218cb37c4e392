import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** Returns the current minute in milliseconds since 1970; `renderedAtMs` on the server and during hydration. */
export function useNow(renderedAtMs: number): number {
  return useSyncExternalStore(everyMinute, presentMinute, () => renderedAtMs);
}

function presentMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs;
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
