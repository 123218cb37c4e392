import { useSyncExternalStore } from "react";
import type { ApiError } from "#shared/envelope.ts";

/**
 * Reason why code search is limited, for all search fields (docs/reference/product.md, "Code search"):
 * - `rate-limit`: the limit is used up until `endsAt`
 * - `sign-in`: the site has no token, and nobody is signed in
 * - `link`: the person is signed in, but has no valid GitHub link
 */
export type CodeSearchLimit = {
  kind: "rate-limit" | "sign-in" | "link";
  /** Milliseconds since 1970; null if only signing in or linking helps. */
  endsAt: number | null;
  /** Message from the server, if any. */
  message: string | null;
};

/** Default duration of a limit. */
const fallbackSeconds = 60;
/** Maximum delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

let limit: CodeSearchLimit | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Returns the limit that made a search fail; null for other failures. */
export function limitOf(
  failure: Pick<ApiError, "errors" | "retryAfterSeconds">,
  nowMs = Date.now(),
): CodeSearchLimit | null {
  const codes = failure.errors ?? {};
  if ("RATE_LIMIT" in codes) {
    const seconds = Math.max(1, failure.retryAfterSeconds ?? fallbackSeconds);
    return { kind: "rate-limit", endsAt: nowMs + seconds * 1000, message: null };
  }
  for (const [code, kind] of limitsByCode) {
    const messages = codes[code];
    if (messages !== undefined) return { kind, endsAt: null, message: messages.join(" ") || null };
  }
  return null;
}

const limitsByCode = [
  ["SIGN_IN_REQUIRED", "sign-in"],
  ["LINK_REQUIRED", "link"],
] as const;

/** Replaces all search fields with the banner, until the limit ends if it has an end. */
export function reportCodeSearchLimit(next: CodeSearchLimit): void {
  limit = next;
  clearTimeout(timer);
  if (next.endsAt !== null) {
    timer = setTimeout(clearCodeSearchLimit, Math.min(next.endsAt - Date.now(), maxTimerMs));
  }
  announce();
}

/** Restores the search fields after the limit ended or the person signed in or linked GitHub. */
export function clearCodeSearchLimit(): void {
  clearTimeout(timer);
  limit = null;
  announce();
}

/** Returns the current limit; null if there is none. */
export function useCodeSearchLimit(): CodeSearchLimit | null {
  return useSyncExternalStore(subscribe, currentCodeSearchLimit, () => null);
}

/** Returns the current limit outside components. */
export function currentCodeSearchLimit(): CodeSearchLimit | null {
  return limit;
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
