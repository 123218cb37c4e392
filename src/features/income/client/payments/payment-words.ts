import { moneyText } from "#client/money-text.ts";
import { dateWords, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import type { IncomePaymentView } from "../../contract.ts";

/** A payment in a few words, for its menu and for what is told of it: "$1,200.00 of Nov 3, 2026". */
export function paymentLabel(
  payment: Pick<IncomePaymentView, "amount" | "isoCurrencyCode" | "paymentDate">,
): string {
  return `${moneyText(payment.amount, payment.isoCurrencyCode)} of ${dateWords(payment.paymentDate)}`;
}

/** Why a payment is in no total (contract.ts, `problem`); null for one that counts. */
export function problemText(problem: IncomePaymentView["problem"]): string | null {
  if (problem === null) return null;
  return problemTexts[problem];
}

const problemTexts: Record<NonNullable<IncomePaymentView["problem"]>, string> = {
  removed: "Not counted: the bank took the transaction back.",
  outflow: "Not counted: the bank now says that this money went out.",
  currency: "Not counted: the bank now says that this is another currency.",
};

/** Where the money came from, and that it pays another month than that of its date. */
export function paymentRemarks(payment: IncomePaymentView): string[] {
  const { transaction, isManualAdjustment, isMoved, paymentDate } = payment;
  return [
    ...(isManualAdjustment ? ["Cash"] : []),
    ...(transaction === null ? [] : [transaction.account.official_name]),
    ...(transaction?.pending === true ? ["Pending"] : []),
    ...(isMoved ? [`came in ${monthWords(monthOf(paymentDate))}`] : []),
  ];
}
