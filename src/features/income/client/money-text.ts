import { formatMoney, fromUnits, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/** An amount as the server sends it (currency units), for people: `$1,234.50`. */
export function moneyText(units: number, isoCurrencyCode: string): string {
  const read = fromUnits(units, isoCurrencyCode);
  if (read.ok) return formatMoney(read.value, isoCurrencyCode);
  // Sums may be larger than any amount that can be entered.
  return units.toLocaleString("en-US", { style: "currency", currency: isoCurrencyCode });
}

/** What amounts of one currency come to, for people. */
export function sumText(units: readonly number[], isoCurrencyCode: string): string {
  return formatMoney(sumMoney(units.map((amount) => moneyOf(amount, isoCurrencyCode))), isoCurrencyCode);
}

/** An amount as the server sends it, in minor units for a money field; what cannot be read is nothing. */
export function moneyOf(units: number, isoCurrencyCode: string): Money {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : zeroMoney;
}
