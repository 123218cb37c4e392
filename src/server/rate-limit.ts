import type { EndpointLimit } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import type { Settings } from "./settings.ts";

/** Counts calls in windows of one minute, by caller and kind. One server's memory; nothing is written. */
export type RateLimiter = {
  /** @throws AppError 429 with `Retry-After` when the caller has used up this minute's calls */
  take(kind: EndpointLimit | "sign-in", caller: string): void;
};

const windowMs = 60_000;
/** Above this many callers the oldest windows are dropped: a flood of addresses must not fill the memory. */
const maxCallers = 50_000;
const signInsPerMinute = 30;

/** Limits per session or address (API.md, "Limits"). */
export function createRateLimiter(
  settings: Pick<Settings, "SEARCHES_PER_MINUTE" | "READS_PER_MINUTE" | "WRITES_PER_MINUTE">,
  nowMs: () => number,
): RateLimiter {
  const allowed = {
    search: settings.SEARCHES_PER_MINUTE,
    read: settings.READS_PER_MINUTE,
    write: settings.WRITES_PER_MINUTE,
    "sign-in": Math.max(signInsPerMinute, settings.WRITES_PER_MINUTE / 4),
  };
  const windows = new Map<string, { startedAtMs: number; count: number }>();
  return {
    take(kind, caller) {
      const key = `${kind} ${caller}`;
      const now = nowMs();
      const window = windows.get(key);
      if (window === undefined || now - window.startedAtMs >= windowMs) {
        windows.delete(key);
        windows.set(key, { startedAtMs: now, count: 1 });
        dropOldest(windows);
        return;
      }
      if (window.count >= allowed[kind]) throw rateLimited((window.startedAtMs + windowMs - now) / 1000);
      window.count += 1;
    },
  };
}

function dropOldest(windows: Map<string, unknown>): void {
  if (windows.size <= maxCallers) return;
  const oldest = windows.keys().next();
  if (oldest.done !== true) windows.delete(oldest.value);
}
