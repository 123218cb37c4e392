import type { ItemState } from "#shared/finance-shapes.ts";

/*
 * What state a linked institution is in (docs/reference/money.md, "Bank states"): it comes only from what the bank
 * answers and from verified webhooks, never from the browser.
 */

/** The bank's own words for what is wrong. */
export type BankProblem = { type: string | null; code: string | null };

/** A state, the code behind it and when access ends, as they are stored. */
export type Standing = { state: ItemState; stateCode: string | null; expiresAt: Date | null };

/** Codes of ours, for what no bank says. */
export const ownCodes = {
  /** The bank has not made its list of transactions yet. */
  notReady: "NOT_READY",
  /** The bank sent something that could not be read. */
  unreadable: "UNREADABLE_ANSWER",
  /** The token can no longer be opened: another SECRET_KEY. */
  keyLost: "KEY_LOST",
  /** Several tries in a row found nobody there. */
  unreachable: "UNREACHABLE",
} as const;

/** Plaid warns a week before consent ends; found without its warning, it is said as early. */
const warnDays = 7;

const revokingCodes: ReadonlySet<string> = new Set([
  "ITEM_NOT_FOUND",
  "INVALID_ACCESS_TOKEN",
  "ITEM_CONCURRENTLY_DELETED",
  "USER_PERMISSION_REVOKED",
  "USER_ACCOUNT_REVOKED",
  "INSTITUTION_NO_LONGER_SUPPORTED",
  ownCodes.keyLost,
]);

const passingTypes: ReadonlySet<string> = new Set([
  "API_ERROR",
  "INSTITUTION_ERROR",
  "RATE_LIMIT_EXCEEDED",
  "TRANSACTIONS_ERROR",
]);

/** What an error on an item makes of it: the person must act, the bank is down, or the link is over. */
export function stateOfProblem({ type, code }: BankProblem): "repair" | "down" | "revoked" {
  if (code !== null && revokingCodes.has(code)) return "revoked";
  return type !== null && passingTypes.has(type) ? "down" : "repair";
}

/** What an item is once nothing is wrong with it: its first import is done or not. */
export function workingState(hasSynced: boolean): "healthy" | "importing" {
  return hasSynced ? "healthy" : "importing";
}

/**
 * The standing that `/item/get` speaks of. A warning that the bank gave by webhook only (PENDING_DISCONNECT) stands
 * until its date, unless the person has just repaired the link.
 */
export function standingOfItem(
  item: { error: BankProblem | null; consentExpiresAt: Date | null },
  before: Standing & { hasSynced: boolean },
  { now, isRepaired }: { now: Date; isRepaired: boolean },
): Standing {
  const expiresAt = item.consentExpiresAt;
  if (item.error !== null)
    return { state: stateOfProblem(item.error), stateCode: item.error.code, expiresAt };
  if (expiresAt !== null && isSoon(expiresAt, now))
    return { state: "expiring", stateCode: "PENDING_EXPIRATION", expiresAt };
  const isWarned = before.state === "expiring" && before.expiresAt !== null && before.expiresAt > now;
  const isRefuted = before.stateCode === "PENDING_EXPIRATION" && expiresAt !== null;
  if (isWarned && !isRefuted && !isRepaired)
    return { state: "expiring", stateCode: before.stateCode, expiresAt: before.expiresAt };
  return { state: workingState(before.hasSynced), stateCode: null, expiresAt };
}

/** The standing that a warning of the bank speaks of; without a date it gives a week (PENDING_DISCONNECT). */
export function standingOfWarning(code: string, endsAt: Date | null, now: Date): Standing | null {
  const expiresAt = endsAt ?? new Date(now.getTime() + warnDays * 24 * 60 * 60 * 1000);
  // A warning that comes late, after what it warned of: `/item/get` knows better.
  if (expiresAt <= now) return null;
  return { state: "expiring", stateCode: code, expiresAt };
}

/** What has passed does not end soon: where access is really over, the bank says so by an error. */
function isSoon(instant: Date, now: Date): boolean {
  const leftMs = instant.getTime() - now.getTime();
  return leftMs > 0 && leftMs <= warnDays * 24 * 60 * 60 * 1000;
}
