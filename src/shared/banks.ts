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

/** True if a positive balance of an account is money owed (docs/reference/money.md, "Money and sign"). */
export function isDebt({ type }: { type: string }): boolean {
  return type === "credit" || type === "loan";
}

/** Turns money in or out into the change of an account's balance, or a balance into what the person owns, and each back. */
export function towardsBalance(type: string, amount: Money): Money {
  return isDebt({ type }) ? negateMoney(amount) : amount;
}
