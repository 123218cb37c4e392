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
