import { moneyText } from "#client/money-text.ts";

/** How much, whichever way it went: "$5.00" for −5. */
export function magnitudeText(units: number, isoCurrencyCode: string): string {
  return moneyText(Math.abs(units), isoCurrencyCode);
}

/** Whether a sum of spending is money back: refunds outweigh what was spent (docs/reference/money.md, "Spending"). */
export function isRefund(spending: number): boolean {
  return spending < 0;
}

/** An amount without the cents where there is little room: `$1.2K`, `$840`. */
export function shortMoneyText(units: number, isoCurrencyCode: string): string {
  return units.toLocaleString("en-US", {
    style: "currency",
    currency: isoCurrencyCode,
    notation: "compact",
    maximumFractionDigits: Math.abs(units) < 1000 ? 0 : 1,
    minimumFractionDigits: 0,
  });
}
