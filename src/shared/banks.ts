import { negateMoney, type Money } from "./money.ts";

/** States of a bank as the person sees it (docs/reference/http-api.md, "Banks"). */
export const itemStates = [
  "importing",
  "healthy",
  "expiring",
  "repair",
  "down",
  "revoked",
  "removing",
  "unlinked",
  "manual",
] as const;

/** Returns true for a bank whose link hasn't ended and isn't ending; banks without one, of manual accounts, count. */
export function isLinked({ state }: { state: (typeof itemStates)[number] }): boolean {
  return state !== "unlinked" && state !== "removing";
}

/** Formats the last digits of an account number the way banks print them: `··1234`. */
export function maskText(mask: string): string {
  return `··${mask}`;
}

/** Returns an account's name and last digits: `Everyday Checking ··1234`. */
export function accountLabel({ name, mask }: { name: string; mask: string | null }): string {
  return mask === null ? name : `${name} ${maskText(mask)}`;
}

/** True if a positive balance of an account is money owed (docs/reference/money.md, "Money and sign"). */
export function isDebt({ type }: { type: string }): boolean {
  return type === "credit" || type === "loan";
}

/** Turns money in or out into the change of an account's balance, or a balance into what the person owns, and each back. */
export function towardsBalance(type: string, amount: Money): Money {
  return isDebt({ type }) ? negateMoney(amount) : amount;
}
