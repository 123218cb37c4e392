import { formatMoney, fromUnits, zeroMoney, type Money } from "#shared/money.ts";

/** An amount as the server sends it (currency units), for people: `$1,234.50`. */
export function moneyText(units: number, isoCurrencyCode: string): string {
  const read = fromUnits(units, isoCurrencyCode);
  if (read.ok) return formatMoney(read.value, isoCurrencyCode);
  // Sums may be larger than any amount that can be entered.
  return units.toLocaleString("en-US", { style: "currency", currency: isoCurrencyCode });
}

/** How much, whichever way it went: "$5.00" for −5. */
export function magnitudeText(units: number, isoCurrencyCode: string): string {
  return moneyText(Math.abs(units), isoCurrencyCode);
}

/** Whether a sum of spending is money back: refunds outweigh what was spent (FINANCE section 3, "Spending"). */
export function isRefund(spending: number): boolean {
  return spending < 0;
}

/** An estimate as the server sends it, in minor units for a money field; what cannot be read is nothing. */
export function estimateMoney(units: number, isoCurrencyCode: string): Money {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? read.value : zeroMoney;
}

/** The same without the cents where there is little room: `$1.2K`, `$840`. */
export function shortMoneyText(units: number, isoCurrencyCode: string): string {
  return units.toLocaleString("en-US", {
    style: "currency",
    currency: isoCurrencyCode,
    notation: "compact",
    maximumFractionDigits: Math.abs(units) < 1000 ? 0 : 1,
    minimumFractionDigits: 0,
  });
}
