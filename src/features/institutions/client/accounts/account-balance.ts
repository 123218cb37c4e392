import { isDebt } from "#shared/banks.ts";
import { formatMoney, fromUnits, type Money } from "#shared/money.ts";
import type { AccountView } from "../../contract.ts";

/** Texts for a balance: the amount, its meaning if that isn't obvious, and the amount available to spend. */
export type BalanceWords = { amount: string; meaning: string | null; available: string | null };

/** Returns the texts for an account's balance; null if the bank reports none. */
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
  // Overpaid: the bank owes the difference.
  const meaning = currentBalance < 0 ? "in credit" : "owed";
  return { amount: amountText(Math.abs(currentBalance), isoCurrencyCode), meaning, available };
}

/** Converts currency units to minor units; null if the currency or the precision isn't supported. */
export function readAmount(units: number, isoCurrencyCode: string): Money | null {
  if (!/^[A-Z]{3}$/.test(isoCurrencyCode)) return null;
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : null;
}

/** Formats an amount; one that can't be converted is shown as the bank sent it. */
function amountText(units: number, isoCurrencyCode: string): string {
  const amount = readAmount(units, isoCurrencyCode);
  if (amount !== null) return formatMoney(amount, isoCurrencyCode);
  return `${units.toLocaleString("en-US", { maximumFractionDigits: 20 })} ${isoCurrencyCode}`;
}
