import { PlaidError } from "#upstreams/plaid/index.ts";

const firstPauseMs = 15_000;
const longestPauseMs = 60 * 60_000;
/** What cannot be read today is read no better in a minute. */
const unreadablePauseMs = 15 * 60_000;

/** How long a failed job of a bank waits: growing to an hour, at least as long as the bank asks for. */
export function bankPauseMs(failures: number, error: unknown): number {
  const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  if (!(error instanceof PlaidError)) return growing;
  const least = error.kind === "our-fault" ? unreadablePauseMs : (error.retryAfterSeconds ?? 0) * 1000;
  return Math.min(longestPauseMs, Math.max(growing, least));
}
