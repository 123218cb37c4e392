import type { ItemState } from "#shared/finance-shapes.ts";
import { dateInZone, dateWords } from "#shared/time/plain-dates.ts";
import { ownCodes, type Standing } from "./item-state.ts";

type Reasons = Readonly<Record<string, string>>;

const repairReasons: Reasons = {
  ITEM_LOGIN_REQUIRED: "The bank asks you to sign in again.",
  INVALID_CREDENTIALS: "The bank no longer accepts your sign-in. Sign in again.",
  INVALID_UPDATED_USERNAME: "The bank no longer knows your user name. Sign in again.",
  INVALID_MFA: "The bank did not accept your second factor. Sign in again.",
  INVALID_SEND_METHOD: "The bank could not send you a code. Sign in again and choose another way.",
  INSUFFICIENT_CREDENTIALS: "The sign-in was not finished at the bank. Sign in again.",
  USER_INPUT_TIMEOUT: "The sign-in at the bank took too long. Sign in again.",
  PASSWORD_RESET_REQUIRED: "The bank wants a new password. Change it there, then sign in again.",
  ITEM_LOCKED: "The bank has locked the account. Unlock it there, then sign in again.",
  USER_SETUP_REQUIRED:
    "The bank wants something settled on its own site first, such as new terms. Then sign in again.",
  MFA_NOT_SUPPORTED: "The bank asks for a second factor that cannot be used here. Choose another one there.",
  NO_ACCOUNTS: "The bank shows no accounts for your sign-in. Choose the accounts again.",
  ACCESS_NOT_GRANTED: "The bank needs your consent to share transactions. Sign in again and allow it.",
  ADDITIONAL_CONSENT_REQUIRED:
    "The bank needs your consent to share transactions. Sign in again and allow it.",
};

const downReasons: Reasons = {
  INSTITUTION_NOT_RESPONDING: "The bank does not answer at the moment. It is tried again by itself.",
  INSTITUTION_DOWN: "The bank is down for now. It is tried again by itself.",
  INSTITUTION_NOT_AVAILABLE: "The bank is not available for now. It is tried again by itself.",
  PLANNED_MAINTENANCE: "The bank is being maintained. It is tried again by itself.",
  RATE_LIMIT: "The bank has been asked too often. It is tried again by itself.",
  [ownCodes.unreadable]:
    "The bank sent something that Folio could not read. Nothing was changed and nothing is lost; it is tried again by itself.",
  [ownCodes.unreachable]: "The bank cannot be reached. It is tried again by itself.",
};

const revokedReasons: Reasons = {
  USER_PERMISSION_REVOKED:
    "You have withdrawn access at the bank. Link it again to go on; the history stays.",
  USER_ACCOUNT_REVOKED:
    "Access to an account was withdrawn at the bank. Link it again to go on; the history stays.",
  INSTITUTION_NO_LONGER_SUPPORTED: "This bank can no longer be linked. Its history stays.",
  [ownCodes.keyLost]:
    "The key that protected this link is gone. Link the bank again to go on; the history stays.",
};

const importingReasons: Reasons = {
  [ownCodes.notReady]: "The bank is still preparing your transactions. They are asked for again shortly.",
};

const removingReasons: Reasons = { "": "The link is being ended at the bank." };

/** By state: what its codes mean, and what is said of every other code. */
const reasonsOfState: Readonly<Record<Exclude<ItemState, "healthy" | "expiring">, [Reasons, string]>> = {
  importing: [importingReasons, "Your transactions are being fetched. This takes a few minutes."],
  repair: [repairReasons, "The bank wants something of you before it shares more."],
  down: [downReasons, "The bank cannot be read at the moment. It is tried again by itself."],
  revoked: [revokedReasons, "The bank no longer knows this link. Link it again to go on; the history stays."],
  removing: [removingReasons, "The bank could not be reached to end the link. It is tried again by itself."],
  unlinked: [{}, "No longer linked. Its history stays as it is."],
};

/** A plain sentence about the state; null where there is nothing to say. Days are the site's (`timeZone`). */
export function stateReason({ state, stateCode, expiresAt }: Standing, timeZone: string): string | null {
  if (state === "healthy") return null;
  const code = stateCode ?? "";
  if (state === "expiring")
    return `${expiringWords(code, expiresAt, timeZone)} Renew it to go on without a gap.`;
  const [reasons, otherwise] = reasonsOfState[state];
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? otherwise;
}

function expiringWords(code: string, expiresAt: Date | null, timeZone: string): string {
  const subject = code === "PENDING_DISCONNECT" ? "The bank will end this link" : "Access to the bank ends";
  if (expiresAt === null) return `${subject} soon.`;
  return `${subject} on ${dateWords(dateInZone(expiresAt, timeZone))}.`;
}
