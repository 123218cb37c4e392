import { isDebt } from "#shared/banks.ts";
import { negateMoney, type Money } from "#shared/money.ts";

/** Types of manual accounts (docs/reference/money.md, "Manual accounts"). */
export const manualTypes = ["checking", "savings", "card", "cash", "loan", "asset"] as const;
export type ManualType = (typeof manualTypes)[number];

/** Types of linked accounts whose source has none (docs/reference/money.md, "SimpleFIN"). */
export const linkedTypes = ["checking", "savings", "cd", "card", "loan", "investment", "asset"] as const;
export type LinkedType = (typeof linkedTypes)[number];

/** Type and subtype in the words of banks, which the rules for all accounts use. */
export type BankType = { type: string; subtype: string | null };

const bankTypes: Readonly<Record<ManualType | LinkedType, BankType>> = {
  checking: { type: "depository", subtype: "checking" },
  savings: { type: "depository", subtype: "savings" },
  cd: { type: "depository", subtype: "cd" },
  card: { type: "credit", subtype: "credit card" },
  cash: { type: "depository", subtype: "cash" },
  loan: { type: "loan", subtype: "loan" },
  investment: { type: "investment", subtype: null },
  asset: { type: "other", subtype: "asset" },
};

/** Returns a type in the words of banks. */
export function bankTypeOf(type: ManualType | LinkedType): BankType {
  return bankTypes[type];
}

/** True if an account is of a type. */
export function hasType({ type, subtype }: BankType, one: ManualType | LinkedType): boolean {
  return bankTypes[one].type === type && bankTypes[one].subtype === subtype;
}

/** Returns the manual type of an account; null for one that no manual account has. */
export function manualTypeOf(account: BankType): ManualType | null {
  return manualTypes.find((one) => hasType(account, one)) ?? null;
}

/** Balances of a SimpleFIN account, signed as its type asks. */
type Balances = { currentBalance: Money | null; availableBalance: Money | null };

/**
 * Returns an account from SimpleFIN as one of another type. What is owed on a card or a loan is positive here and negative at
 * the server, which also writes zero where a card's bank doesn't say what is left of its limit.
 */
export function retyped<Account extends BankType & Balances>(
  account: Account,
  { type, subtype }: BankType,
): Account {
  const isOwed = isDebt({ type });
  const { currentBalance, availableBalance } = account;
  const isTurned = currentBalance !== null && isOwed !== isDebt(account);
  return {
    ...account,
    type,
    subtype,
    currentBalance: isTurned ? negateMoney(currentBalance) : currentBalance,
    availableBalance: isOwed && availableBalance === 0 ? null : availableBalance,
  };
}
