import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** The present minute, in milliseconds since 1970, for signed-in pages: their HTML is never rendered on the server. */
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
