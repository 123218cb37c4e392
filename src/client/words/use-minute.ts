import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/**
 * Returns the current minute in milliseconds since 1970; `renderedAtMs` on the server and during hydration, which only pages not
 * rendered on the server can do without.
 */
export function useMinute(renderedAtMs?: number): number {
  return useSyncExternalStore(everyMinute, presentMinute, () => renderedAtMs ?? presentMinute());
}

function presentMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs;
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
