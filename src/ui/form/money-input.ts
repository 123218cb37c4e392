import {
  currencyDecimals,
  formatMoney,
  fromUnits,
  money,
  parseMoneyText,
  toUnits,
  type Money,
} from "#shared/money.ts";

/** Value of a money field: minor units, null if empty, NaN if the text isn't an amount. */
export type MoneyValue = number | null;

export type MoneyInputRules = {
  /** ISO 4217 code, which determines the number of decimals. */
  currency: string;
  /** Allows negative amounts. */
  allowsNegative: boolean;
};

export type MoneyReading = { value: MoneyValue; error: string | null };

/**
 * Parses a money field's text. Text that isn't an amount becomes NaN, which zod rejects, so that a form never submits
 * "nothing" in place of a person's input.
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

/** Converts a field's value to the same number of units in another currency, or null if that currency has too few decimals. */
export function inCurrency(value: MoneyValue, from: string, to: string): MoneyValue {
  if (value === null || !Number.isSafeInteger(value)) return value;
  if (currencyDecimals(from) === currencyDecimals(to)) return value;
  const read = fromUnits(toUnits(money(value), from), to);
  return read.ok ? read.value : null;
}

/** Returns the text of an amount while nobody is typing: "$1,234.50", or nothing. */
export function moneyInputText(value: Money | null, currency: string): string {
  return value === null ? "" : formatMoney(value, currency);
}
