import { useSyncExternalStore } from "react";
import type { ApiError } from "#shared/envelope.ts";

/**
 * Why code search does not answer at present, for every search field of the site (docs/reference/product.md, "Code search"):
 * - `rate-limit`: the limit is used up until `endsAt`
 * - `sign-in`: the site has no token of its own, and nobody is signed in
 * - `link`: somebody is signed in, but no GitHub account is linked (or GitHub no longer accepts it)
 */
export type CodeSearchLimit = {
  kind: "rate-limit" | "sign-in" | "link";
  /** Milliseconds since 1970; null where only signing in or linking helps. */
  endsAt: number | null;
  /** The server's own words, where it has something to say beyond the kind. */
  message: string | null;
};

/** Where the server does not say when a limit ends. */
const fallbackSeconds = 60;
/** Longest time that a timer can be set for at once. */
const longestTimerMs = 2 ** 31 - 1;

let limit: CodeSearchLimit | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** The limit that a failed search tells of, or null where it failed for another reason. */
export function limitOf(
  failure: Pick<ApiError, "errors" | "retryAfterSeconds">,
  nowMs = Date.now(),
): CodeSearchLimit | null {
  const codes = failure.errors ?? {};
  if ("RATE_LIMIT" in codes) {
    const seconds = Math.max(1, failure.retryAfterSeconds ?? fallbackSeconds);
    return { kind: "rate-limit", endsAt: nowMs + seconds * 1000, message: null };
  }
  for (const [code, kind] of helpedByPeople) {
    const messages = codes[code];
    if (messages !== undefined) return { kind, endsAt: null, message: messages.join(" ") || null };
  }
  return null;
}

const helpedByPeople = [
  ["SIGN_IN_REQUIRED", "sign-in"],
  ["LINK_REQUIRED", "link"],
] as const;

/** Puts the banner in place of every search field; a limit with an end goes by itself. */
export function reportCodeSearchLimit(next: CodeSearchLimit): void {
  limit = next;
  clearTimeout(timer);
  if (next.endsAt !== null) {
    timer = setTimeout(clearCodeSearchLimit, Math.min(next.endsAt - Date.now(), longestTimerMs));
  }
  announce();
}

/** Brings the search fields back: the limit is over, or the person has signed in or linked GitHub. */
export function clearCodeSearchLimit(): void {
  clearTimeout(timer);
  limit = null;
  announce();
}

/** The present limit, or null while code search answers. */
export function useCodeSearchLimit(): CodeSearchLimit | null {
  return useSyncExternalStore(subscribe, currentCodeSearchLimit, () => null);
}

/** The same outside of components. */
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
