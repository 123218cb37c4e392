import type { ItemState } from "#shared/finance-shapes.ts";

/*
 * Status of a linked bank (docs/reference/money.md, "Bank states"). It comes only from the bank's answers and verified
 * webhooks, never from the browser.
 */

/** Service that a link goes through. */
export type LinkSource = "plaid" | "simplefin";

/** Error type and code as the bank reports them. */
export type BankProblem = { type: string | null; code: string | null };

/** State of a linked bank as stored, with its code and the end of access. */
export type ItemStatus = {
  state: ItemState;
  stateCode: string | null;
  /** The source's own sentence about the state, cleaned; null or absent if there is none. */
  stateMessage?: string | null;
  expiresAt: Date | null;
};

/** The site's own codes, for conditions that no bank reports. */
export const ownCodes = {
  /** The bank is still preparing its transactions. */
  notReady: "NOT_READY",
  /** The bank sent an invalid answer. */
  unreadable: "UNREADABLE_ANSWER",
  /** The token can't be decrypted with this SECRET_KEY. */
  keyLost: "KEY_LOST",
  /** Several attempts in a row failed. */
  unreachable: "UNREACHABLE",
} as const;

/** Days before consent ends at which Plaid warns; used as well if the warning didn't arrive. */
const warningDays = 7;

const revokingCodes: ReadonlySet<string> = new Set([
  "ITEM_NOT_FOUND",
  "INVALID_ACCESS_TOKEN",
  "ITEM_CONCURRENTLY_DELETED",
  "USER_PERMISSION_REVOKED",
  "USER_ACCOUNT_REVOKED",
  "INSTITUTION_NO_LONGER_SUPPORTED",
  ownCodes.keyLost,
  "SIMPLEFIN_ACCESS_REVOKED",
  "gen.auth",
]);

/** Codes of errors that end access unless the person pays. */
const expiringCodes: ReadonlySet<string> = new Set(["SIMPLEFIN_PAYMENT_REQUIRED"]);

/** Type of what a SimpleFIN server says about banks and accounts, which passes by itself but for `con.auth`. */
export const simpleFinProblem = "SIMPLEFIN_PROBLEM";

const temporaryTypes: ReadonlySet<string> = new Set([
  "API_ERROR",
  "INSTITUTION_ERROR",
  "RATE_LIMIT_EXCEEDED",
  "TRANSACTIONS_ERROR",
  simpleFinProblem,
]);

/** Returns the state that an error puts a bank in. */
export function stateOfProblem({ type, code }: BankProblem): "expiring" | "repair" | "down" | "revoked" {
  if (code !== null && revokingCodes.has(code)) return "revoked";
  if (code !== null && expiringCodes.has(code)) return "expiring";
  if (code === "con.auth") return "repair";
  return type !== null && temporaryTypes.has(type) ? "down" : "repair";
}

/** Returns the state of a bank without problems, before or after its first import. */
export function workingState(hasSynced: boolean): "healthy" | "importing" {
  return hasSynced ? "healthy" : "importing";
}

/**
 * Returns the status according to `/item/get`. A warning that came only by webhook (PENDING_DISCONNECT) is kept until
 * its date, unless the person has just repaired the link.
 */
export function statusOfItem(
  item: { error: BankProblem | null; message?: string | null; consentExpiresAt: Date | null },
  before: ItemStatus & { hasSynced: boolean },
  { now, isRepaired }: { now: Date; isRepaired: boolean },
): ItemStatus {
  const expiresAt = item.consentExpiresAt;
  if (item.error !== null)
    return {
      state: stateOfProblem(item.error),
      stateCode: item.error.code,
      ...(item.message === undefined ? {} : { stateMessage: item.message }),
      expiresAt,
    };
  if (expiresAt !== null && isSoon(expiresAt, now))
    return { state: "expiring", stateCode: "PENDING_EXPIRATION", expiresAt };
  const isWarned = before.state === "expiring" && before.expiresAt !== null && before.expiresAt > now;
  const isRefuted = before.stateCode === "PENDING_EXPIRATION" && expiresAt !== null;
  if (isWarned && !isRefuted && !isRepaired)
    return { state: "expiring", stateCode: before.stateCode, expiresAt: before.expiresAt };
  return { state: workingState(before.hasSynced), stateCode: null, expiresAt };
}

/** Returns the status after a warning; without a date, access ends in a week (PENDING_DISCONNECT). */
export function statusOfWarning(code: string, endsAt: Date | null, now: Date): ItemStatus | null {
  const expiresAt = endsAt ?? new Date(now.getTime() + warningDays * 24 * 60 * 60 * 1000);
  // A late warning: `/item/get` has the current state.
  if (expiresAt <= now) return null;
  return { state: "expiring", stateCode: code, expiresAt };
}

/** True for an instant within the next week. A past one doesn't count: if access has ended, the bank reports an error. */
function isSoon(instant: Date, now: Date): boolean {
  const leftMs = instant.getTime() - now.getTime();
  return leftMs > 0 && leftMs <= warningDays * 24 * 60 * 60 * 1000;
}
