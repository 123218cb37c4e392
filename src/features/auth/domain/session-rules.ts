const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A session ends 30 days after the sign-in, used or not (docs/reference/product.md, "Sessions"). */
export const sessionMaxAgeMs = 30 * 24 * hourMs;

/** A sign-in that has begun is waited for this long. */
export const signInMaxAgeMs = 10 * minuteMs;

/** After so long without use the finance area asks to sign in again (docs/reference/product.md, "Sessions"). */
const sessionIdleMs = 12 * hourMs;

/** Whether a session has been without use for so long. */
export function isIdle(lastSeenMs: number, nowMs: number): boolean {
  return nowMs - lastSeenMs >= sessionIdleMs;
}

/** A demonstration forgets its visitors after a day (docs/reference/product.md, "Sessions"). */
export const demoMaxAgeMs = 24 * hourMs;

/**
 * Whether to note that a session is in use: once a minute is enough. A session that has been idle for too long keeps
 * the time of its last use: otherwise any page that asks who is signed in would wipe the idle hours out. A last use that
 * has not come yet was noted by a clock that was wrong, and would keep the session from ever being idle.
 */
export function isTouchDue(lastSeenMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - lastSeenMs) >= minuteMs && !isIdle(lastSeenMs, nowMs);
}
