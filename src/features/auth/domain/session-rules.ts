const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Lifetime of a session, used or not (docs/reference/product.md, "Sessions"). */
export const sessionMaxAgeMs = 30 * 24 * hourMs;

/** Time limit for completing a sign-in. */
export const signInMaxAgeMs = 10 * minuteMs;

/** Idle time after which the finance area requires a new sign-in (docs/reference/product.md, "Sessions"). */
const sessionIdleMs = 12 * hourMs;

/** True if a session has been idle for too long. */
export function isIdle(lastSeenMs: number, nowMs: number): boolean {
  return nowMs - lastSeenMs >= sessionIdleMs;
}

/** Time after which a public demo deletes a visitor's data (docs/reference/product.md, "Sessions"). */
export const demoMaxAgeMs = 24 * hourMs;

/**
 * Returns whether to update a session's last use, at most once a minute. An idle session isn't updated; otherwise, any
 * page that reads the session would reset it. A last use in the future came from a wrong clock and is updated.
 */
export function isTouchDue(lastSeenMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - lastSeenMs) >= minuteMs && !isIdle(lastSeenMs, nowMs);
}
