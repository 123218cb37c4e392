import { formatMoney, fromUnits, ofUnits, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/** Formats an amount in currency units: `$1,234.50`. */
export function moneyText(units: number, isoCurrencyCode: string): string {
  return formatMoney(ofUnits(units, isoCurrencyCode), isoCurrencyCode);
}

/** Formats the sum of amounts in one currency. */
export function sumText(units: readonly number[], isoCurrencyCode: string): string {
  return formatMoney(sumMoney(units.map((one) => ofUnits(one, isoCurrencyCode))), isoCurrencyCode);
}

/** Converts currency units to minor units for a money field; 0 if the amount can't be entered. */
export function moneyOf(units: number, isoCurrencyCode: string): Money {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : zeroMoney;
}

/** Formats an amount for tight spaces, with cents only below ten: `$1.2K`, `$840`, `$0.50`. */
export function shortMoneyText(units: number, isoCurrencyCode: string): string {
  const cents = Math.abs(units) < 10 && !Number.isInteger(units) ? 2 : 0;
  return units.toLocaleString("en-US", {
    style: "currency",
    currency: isoCurrencyCode,
    notation: "compact",
    maximumFractionDigits: Math.abs(units) < 1000 ? cents : 1,
    minimumFractionDigits: cents,
  });
}
