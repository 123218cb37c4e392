const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Lifetime of a session, used or not (docs/reference/product.md, "Sessions"). */
export const sessionMaxAgeMs = 30 * 24 * hourMs;

/** Time limit for completing a sign-in. */
export const signInMaxAgeMs = 10 * minuteMs;

/** Time limit for answering a passkey's challenge (docs/reference/product.md, "Passkeys"). */
export const passkeyMaxAgeMs = 5 * minuteMs;

/** Age at which proof of who someone is no longer allows what can't be undone (docs/reference/product.md, "Passkeys"). */
const verificationMaxAgeMs = 5 * minuteMs;

/** Lifetime of an invitation, and of the link that is printed for the owner (docs/reference/product.md, "Passkeys"). */
export const invitationMaxAgeMs = 7 * 24 * hourMs;
export const ownerLinkMaxAgeMs = hourMs;

/** Idle time after which the finance area requires a new sign-in (docs/reference/product.md, "Sessions"). */
const sessionIdleMs = 12 * hourMs;

/** True if a session has been idle for too long. */
export function isIdle(lastSeenMs: number, nowMs: number): boolean {
  return nowMs - lastSeenMs >= sessionIdleMs;
}

/** True if the person has proved who they are within five minutes. A time in the future came from a wrong clock. */
export function isFresh(verifiedMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - verifiedMs) <= verificationMaxAgeMs;
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
