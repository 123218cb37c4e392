import { formatMoney, fromUnits, ofUnits, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/** An amount or a sum as the server sends it (currency units), for people: `$1,234.50`. */
export function moneyText(units: number, isoCurrencyCode: string): string {
  return formatMoney(ofUnits(units, isoCurrencyCode), isoCurrencyCode);
}

/** What amounts of one currency come to, for people. */
export function sumText(units: readonly number[], isoCurrencyCode: string): string {
  return formatMoney(sumMoney(units.map((one) => ofUnits(one, isoCurrencyCode))), isoCurrencyCode);
}

/** An amount as the server sends it, in minor units for a money field; what nobody could enter is nothing. */
export function moneyOf(units: number, isoCurrencyCode: string): Money {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : zeroMoney;
}
