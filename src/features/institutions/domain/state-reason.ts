import type { ItemState } from "#shared/finance-shapes.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { ownCodes, type ItemStatus } from "./item-status.ts";

type Reasons = Readonly<Record<string, string>>;

const repairReasons: Reasons = {
  ITEM_LOGIN_REQUIRED: "Sign in to your bank again to resume updates.",
  INVALID_CREDENTIALS: "Your bank no longer accepts your sign-in. Sign in again.",
  INVALID_UPDATED_USERNAME: "Your bank no longer recognizes your username. Sign in again.",
  INVALID_MFA: "Your bank didn’t accept your second factor. Sign in again.",
  INVALID_SEND_METHOD: "Your bank couldn’t send you a code. Sign in again and choose another method.",
  INSUFFICIENT_CREDENTIALS: "The bank sign-in wasn’t completed. Sign in again.",
  USER_INPUT_TIMEOUT: "The bank sign-in took too long. Sign in again.",
  PASSWORD_RESET_REQUIRED: "Your bank requires a new password. Change it there, then sign in again.",
  ITEM_LOCKED: "Your bank has locked the account. Unlock it there, then sign in again.",
  USER_SETUP_REQUIRED:
    "Your bank needs you to complete a step on its site, such as accepting new terms. Then sign in again.",
  MFA_NOT_SUPPORTED: "Your bank uses a second factor we don’t support. Choose another one there.",
  NO_ACCOUNTS: "Your bank shows no accounts for your sign-in. Choose the accounts again.",
  ACCESS_NOT_GRANTED: "Your bank needs your consent to share transactions. Sign in again and allow it.",
  ADDITIONAL_CONSENT_REQUIRED:
    "Your bank needs your consent to share transactions. Sign in again and allow it.",
  "con.auth": "Sign in to your bank again at SimpleFIN to resume updates.",
};

const downReasons: Reasons = {
  INSTITUTION_NOT_RESPONDING: "Your bank isn’t responding. We’ll retry automatically.",
  INSTITUTION_DOWN: "Your bank is down. We’ll retry automatically.",
  INSTITUTION_NOT_AVAILABLE: "Your bank isn’t available. We’ll retry automatically.",
  PLANNED_MAINTENANCE: "Your bank is down for maintenance. We’ll retry automatically.",
  RATE_LIMIT: "Your bank received too many requests. We’ll retry automatically.",
  "con.": "SimpleFIN couldn’t reach one of your banks. We’ll retry automatically.",
  "act.": "SimpleFIN couldn’t read one of your accounts. We’ll retry automatically.",
  "act.failed": "SimpleFIN couldn’t read one of your accounts. We’ll retry automatically.",
  "act.missingdata": "Some transactions of an account are missing at SimpleFIN. We’ll retry automatically.",
  "gen.": "SimpleFIN reported a problem. We’ll retry automatically.",
  "gen.api": "SimpleFIN reported a problem. We’ll retry automatically.",
  [ownCodes.unreadable]: "Your bank sent data we can’t read. Nothing was changed. We’ll retry automatically.",
  [ownCodes.unreachable]: "Couldn’t reach your bank. We’ll retry automatically.",
};

const revokedReasons: Reasons = {
  USER_PERMISSION_REVOKED:
    "You revoked access at your bank. Your history is kept. Link the bank again to resume updates.",
  USER_ACCOUNT_REVOKED:
    "Access to an account was revoked at your bank. Your history is kept. Link the bank again to resume updates.",
  SIMPLEFIN_ACCESS_REVOKED:
    "SimpleFIN no longer accepts this link. Your history is kept. Link again with a new setup token to resume updates.",
  "gen.auth":
    "SimpleFIN no longer accepts this link. Your history is kept. Link again with a new setup token to resume updates.",
  INSTITUTION_NO_LONGER_SUPPORTED: "This bank can no longer be linked. Its history is kept.",
  [ownCodes.keyLost]:
    "The key that protected this link is gone. Your history is kept. Link the bank again to resume updates.",
};

const importingReasons: Reasons = {
  [ownCodes.notReady]: "Your bank is still preparing your transactions. We’ll check again shortly.",
};

const removingReasons: Reasons = { "": "Unlinking at your bank." };

/** Sentences by state: one for each code, and one for all other codes. */
const reasonsOfState: Readonly<
  Record<Exclude<ItemState, "healthy" | "expiring" | "manual">, [Reasons, string]>
> = {
  importing: [importingReasons, "Importing your transactions. This takes a few minutes."],
  repair: [repairReasons, "Your bank needs your attention. Repair the link to resume updates."],
  down: [downReasons, "Your bank isn’t available. We’ll retry automatically."],
  revoked: [
    revokedReasons,
    "Your bank no longer recognizes this link. Your history is kept. Link the bank again to resume updates.",
  ],
  removing: [removingReasons, "Couldn’t reach your bank to unlink it. We’ll retry automatically."],
  unlinked: [{}, "No longer linked. Its history is kept read-only."],
};

/** Returns a sentence about the state, with days in the site's time zone; null for a healthy bank and a manual one. */
export function stateReason(status: ItemStatus, timeZone: string): string | null {
  const reason = ownReason(status, timeZone);
  const { stateMessage = null } = status;
  return reason === null || stateMessage === null ? reason : `${reason} SimpleFIN says: “${stateMessage}”`;
}

function ownReason({ state, stateCode, expiresAt }: ItemStatus, timeZone: string): string | null {
  if (state === "healthy" || state === "manual") return null;
  const code = stateCode ?? "";
  if (code === "SIMPLEFIN_PAYMENT_REQUIRED")
    return "Your SimpleFIN subscription has ended. Renew it at SimpleFIN to keep updating.";
  if (state === "expiring") return `${expiringWords(code, expiresAt, timeZone)} Renew it to keep updating.`;
  const [reasons, otherwise] = reasonsOfState[state];
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? otherwise;
}

function expiringWords(code: string, expiresAt: Date | null, timeZone: string): string {
  const subject = code === "PENDING_DISCONNECT" ? "Your bank will end this link" : "Access ends";
  if (expiresAt === null) return `${subject} soon.`;
  return `${subject} on ${dateWords(dateInZone(expiresAt, timeZone))}.`;
}
