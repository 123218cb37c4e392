import { moneyText } from "#client/words/money-text.ts";

/** Formats an amount without its sign: "$5.00" for −5. */
export function magnitudeText(units: number, isoCurrencyCode: string): string {
  return moneyText(Math.abs(units), isoCurrencyCode);
}

/** Returns true if refunds exceed spending (docs/reference/money.md, "Spending"). */
export function isRefund(spending: number): boolean {
  return spending < 0;
}
