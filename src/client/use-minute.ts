import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** Returns the current minute in milliseconds since 1970. Only for pages not rendered on the server. */
export function useMinute(): number {
  return useSyncExternalStore(everyMinute, presentMinute, presentMinute);
}

function presentMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs;
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}
