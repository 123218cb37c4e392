import { moneyText } from "#client/words/money-text.ts";
import { dateWords, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import type { IncomePaymentView } from "../../contract.ts";

/** Labels a payment for its menu and for messages: "$1,200.00 from Nov 3, 2026". */
export function paymentLabel(
  payment: Pick<IncomePaymentView, "amount" | "isoCurrencyCode" | "paymentDate">,
): string {
  return `${moneyText(payment.amount, payment.isoCurrencyCode)} from ${dateWords(payment.paymentDate)}`;
}

/** Returns true for a period of a monthly rhythm, `YYYY-MM`; those of others are their due dates. */
export function isMonth(period: string): boolean {
  return period === monthOf(period);
}

/** Names a period: "November 2026", or its due date. */
export function periodWords(period: string): string {
  return isMonth(period) ? monthWords(period) : dateWords(period);
}

/** Explains why a payment isn't counted (contract.ts, `problem`); null if it is. */
export function problemText(problem: IncomePaymentView["problem"]): string | null {
  if (problem === null) return null;
  return problemTexts[problem];
}

const problemTexts: Record<NonNullable<IncomePaymentView["problem"]>, string> = {
  removed: "Not counted because the bank removed the transaction.",
  outflow: "Not counted because the bank changed this to money out.",
  inflow: "Not counted because the bank changed this to money in.",
  currency: "Not counted because the bank changed the currency.",
};

/**
 * Notes on a payment: its account, and the due date it pays, or for a monthly source the month it was received in if it is
 * credited to another.
 */
export function paymentRemarks(payment: IncomePaymentView): string[] {
  const { transaction, isManualAdjustment, isMoved, paymentDate, period } = payment;
  return [
    ...(isManualAdjustment ? ["Cash"] : []),
    ...(transaction === null ? [] : [transaction.account.official_name]),
    ...(transaction?.pending === true ? ["Pending"] : []),
    ...(isMonth(period) ? [] : [`for ${dateWords(period)}`]),
    ...(isMonth(period) && isMoved ? [`received in ${monthWords(monthOf(paymentDate))}`] : []),
  ];
}
