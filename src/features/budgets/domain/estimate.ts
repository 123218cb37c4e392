import {
  compareMoney,
  currencyDecimals,
  fromUnits,
  maxMoney,
  shareOfMoney,
  type Money,
  type MoneyResult,
} from "#shared/money.ts";

/** Parses an estimate of zero or more currency units; a refusal's message is for the person. */
export function readEstimate(units: number, isoCurrencyCode: string): MoneyResult {
  if (units < 0) return { ok: false, problem: "not-a-number", message: "Enter zero or more." };
  return fromUnits(units, isoCurrencyCode);
}

/**
 * Converts an estimate to the same number of units in another currency, to its nearest minor unit: 100.50 USD becomes
 * 101 JPY.
 */
export function rescaleEstimate(estimate: Money, from: string, to: string): Money {
  const rescaled = shareOfMoney(estimate, 10 ** currencyDecimals(to), 10 ** currencyDecimals(from));
  return compareMoney(rescaled, maxMoney(to)) > 0 ? maxMoney(to) : rescaled;
}
