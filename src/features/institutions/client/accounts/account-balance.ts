import { formatMoney, fromUnits, type Money } from "#shared/money.ts";
import type { AccountView } from "../../contract.ts";

/** Whether a positive balance is a debt (docs/reference/money.md, "Money and sign": a card's balance above zero is owed). */
export function isDebt({ type }: Pick<AccountView, "type">): boolean {
  return type === "credit" || type === "loan";
}

/** A balance in words: the amount, what it means where that is not plain, and what can be spent. */
export type BalanceWords = { amount: string; meaning: string | null; available: string | null };

/** Null where the bank tells no balance. */
export function balanceWords(account: AccountView): BalanceWords | null {
  const { currentBalance, availableBalance, isoCurrencyCode } = account;
  const shown = currentBalance ?? availableBalance;
  if (shown === null) return null;
  const isAvailableApart =
    currentBalance !== null && availableBalance !== null && availableBalance !== currentBalance;
  const available = isAvailableApart ? `${amountText(availableBalance, isoCurrencyCode)} available` : null;
  if (!isDebt(account)) return { amount: amountText(shown, isoCurrencyCode), meaning: null, available };
  if (currentBalance === null) {
    return { amount: amountText(shown, isoCurrencyCode), meaning: "available", available };
  }
  // Paid more than was owed: the bank owes it back.
  const meaning = currentBalance < 0 ? "in credit" : "owed";
  return { amount: amountText(Math.abs(currentBalance), isoCurrencyCode), meaning, available };
}

/** An amount of currency units as people read it; null where it is no amount of that currency that can be counted on. */
export function readAmount(units: number, isoCurrencyCode: string): Money | null {
  if (!/^[A-Z]{3}$/.test(isoCurrencyCode)) return null;
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : null;
}

/** What the bank tells is shown even where it is too large or too fine to be counted. */
function amountText(units: number, isoCurrencyCode: string): string {
  const amount = readAmount(units, isoCurrencyCode);
  if (amount !== null) return formatMoney(amount, isoCurrencyCode);
  return `${units.toLocaleString("en-US", { maximumFractionDigits: 20 })} ${isoCurrencyCode}`;
}

const kinds: Record<string, string> = {
  depository: "Bank account",
  credit: "Credit card",
  loan: "Loan",
  investment: "Investment",
  brokerage: "Investment",
  other: "Account",
};

const subtypes: Record<string, string> = {
  cd: "CD",
  hsa: "HSA",
  ira: "IRA",
  "401k": "401(k)",
  "credit card": "Credit card",
  "money market": "Money market",
  paypal: "PayPal",
};

/** What kind of account it is, in a word or two: the bank's subtype, else its type. */
export function accountKind({ type, subtype }: Pick<AccountView, "type" | "subtype">): string {
  const known = subtype === null ? undefined : subtypes[subtype];
  if (known !== undefined) return known;
  if (subtype !== null && subtype !== "" && subtype !== "other") {
    return subtype.charAt(0).toUpperCase() + subtype.slice(1);
  }
  return kinds[type] ?? "Account";
}

/** The end of the account's number as a bank prints it: `··1234`. */
export function maskText(mask: string): string {
  return `··${mask}`;
}

/** An account in a sentence: `Everyday Checking ··1234`. */
export function accountLabel({ name, mask }: Pick<AccountView, "name" | "mask">): string {
  return mask === null ? name : `${name} ${maskText(mask)}`;
}
