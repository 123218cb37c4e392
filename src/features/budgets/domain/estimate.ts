import {
  compareMoney,
  currencyDecimals,
  fromUnits,
  maxMoney,
  shareOfMoney,
  type Money,
  type MoneyResult,
} from "#shared/money.ts";

/** Reads an estimate of currency units, 0 or more; the message of a refusal is a sentence for the person. */
export function readEstimate(units: number, isoCurrencyCode: string): MoneyResult {
  if (units < 0) return { ok: false, problem: "not-a-number", message: "Enter zero or more." };
  return fromUnits(units, isoCurrencyCode);
}

/** The same number of units in another currency, to its nearest minor unit: 100.50 of USD is 101 of JPY. */
export function rescaleEstimate(estimate: Money, from: string, to: string): Money {
  const rescaled = shareOfMoney(estimate, 10 ** currencyDecimals(to), 10 ** currencyDecimals(from));
  return compareMoney(rescaled, maxMoney(to)) > 0 ? maxMoney(to) : rescaled;
}
