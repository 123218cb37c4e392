import { formatMoney, parseMoneyText, type Money } from "#shared/money.ts";

/** What a money field gives its form: an amount in minor units, null for nothing, NaN for text that is no amount. */
export type MoneyValue = number | null;

export type MoneyInputRules = {
  /** ISO 4217 code; decides how many decimals may be typed. */
  currency: string;
  /** Whether an amount below zero may be typed. */
  allowsNegative: boolean;
};

export type MoneyReading = { value: MoneyValue; error: string | null };

/**
 * Reads the text of a money field. Text that is no amount comes out as NaN, which every zod number refuses: a form can
 * never send "nothing" where a person typed something.
 */
export function readMoneyInput(text: string, { currency, allowsNegative }: MoneyInputRules): MoneyReading {
  const result = parseMoneyText(text, currency);
  if (!result.ok)
    return result.problem === "empty"
      ? { value: null, error: null }
      : { value: Number.NaN, error: result.message };
  if (result.value < 0 && !allowsNegative)
    return { value: Number.NaN, error: "Enter an amount of zero or more." };
  return { value: result.value, error: null };
}

/** The text that stands for an amount when nobody is typing: "$1,234.50", or nothing. */
export function moneyInputText(value: Money | null, currency: string): string {
  return value === null ? "" : formatMoney(value, currency);
}
