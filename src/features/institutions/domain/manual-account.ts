/** Types of manual accounts (docs/reference/money.md, "Manual accounts"). */
export const manualTypes = ["checking", "savings", "card", "cash", "loan", "asset"] as const;
export type ManualType = (typeof manualTypes)[number];

/** Type and subtype in the words of banks, which the rules for all accounts use. */
type BankType = { type: string; subtype: string };

const bankTypes: Readonly<Record<ManualType, BankType>> = {
  checking: { type: "depository", subtype: "checking" },
  savings: { type: "depository", subtype: "savings" },
  card: { type: "credit", subtype: "credit card" },
  cash: { type: "depository", subtype: "cash" },
  loan: { type: "loan", subtype: "loan" },
  asset: { type: "other", subtype: "asset" },
};

/** Returns a manual type in the words of banks. */
export function bankTypeOf(type: ManualType): BankType {
  return bankTypes[type];
}

/** Returns the manual type of an account; null for one that no manual account has. */
export function manualTypeOf({ type, subtype }: { type: string; subtype: string | null }): ManualType | null {
  return (
    manualTypes.find((one) => bankTypes[one].type === type && bankTypes[one].subtype === subtype) ?? null
  );
}
