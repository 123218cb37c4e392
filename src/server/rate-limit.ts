import type { EndpointLimit } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import type { Settings } from "./settings.ts";

/** Counts calls in windows of one minute, by caller and kind. One server's memory; nothing is written. */
export type RateLimiter = {
  /** @throws AppError 429 with `Retry-After` when the caller has used up this minute's calls */
  take(kind: LimitedKind, caller: string): void;
  /** Counts the call like `take`, but leaves the answer to the asker: a person is not shown JSON. */
  allows(kind: LimitedKind, caller: string): boolean;
};

type LimitedKind = EndpointLimit | "sign-in";

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
  /** Milliseconds until the caller may call again; 0 when this call is within the budget and counted. */
  function waitMs(kind: LimitedKind, caller: string): number {
    const key = `${kind} ${caller}`;
    const now = nowMs();
    const window = windows.get(key);
    if (window === undefined || now - window.startedAtMs >= windowMs) {
      windows.delete(key);
      windows.set(key, { startedAtMs: now, count: 1 });
      dropOldest(windows);
      return 0;
    }
    if (window.count >= allowed[kind]) return window.startedAtMs + windowMs - now;
    window.count += 1;
    return 0;
  }
  return {
    take(kind, caller) {
      const wait = waitMs(kind, caller);
      if (wait > 0) throw rateLimited(wait / 1000);
    },
    allows: (kind, caller) => waitMs(kind, caller) === 0,
  };
}

function dropOldest(windows: Map<string, unknown>): void {
  if (windows.size <= maxCallers) return;
  const oldest = windows.keys().next();
  if (oldest.done !== true) windows.delete(oldest.value);
}
