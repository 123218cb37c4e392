import { moneyText } from "#client/money-text.ts";

/** Formats an amount without its sign: "$5.00" for −5. */
export function magnitudeText(units: number, isoCurrencyCode: string): string {
  return moneyText(Math.abs(units), isoCurrencyCode);
}

/** Returns true if refunds exceed spending (docs/reference/money.md, "Spending"). */
export function isRefund(spending: number): boolean {
  return spending < 0;
}

/** Formats an amount for tight spaces, without cents: `$1.2K`, `$840`. */
export function shortMoneyText(units: number, isoCurrencyCode: string): string {
  return units.toLocaleString("en-US", {
    style: "currency",
    currency: isoCurrencyCode,
    notation: "compact",
    maximumFractionDigits: Math.abs(units) < 1000 ? 0 : 1,
    minimumFractionDigits: 0,
  });
}
