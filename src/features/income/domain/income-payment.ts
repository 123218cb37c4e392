import { isInflow, type Money } from "#shared/money.ts";
import { monthOf } from "#shared/time/plain-dates.ts";

/** Why a linked payment is in no total: its transaction is not any more what was linked. */
export const paymentProblems = ["removed", "outflow", "currency"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** What the bank says today of the transaction behind a payment. */
export type PaymentFacts = { amount: Money; isoCurrencyCode: string; isRemoved: boolean };

/**
 * What is wrong with a payment by its transaction; null for one that counts. The bank may take a row back or change it
 * after it was linked: the payment then stays, flagged, and is in no total (docs/reference/money.md, "Removed rows").
 */
export function paymentProblem(facts: PaymentFacts, sourceCurrency: string): PaymentProblem | null {
  if (facts.isRemoved) return "removed";
  if (facts.isoCurrencyCode !== sourceCurrency) return "currency";
  return isInflow(facts.amount) ? null : "outflow";
}

/** The day of a payment by its transaction: the day it was authorized, else its date (docs/reference/http-api.md, "Transactions and budgets"). */
export function paymentDateOf(transaction: { date: string; authorizedDate: string | null }): string {
  return transaction.authorizedDate ?? transaction.date;
}

/**
 * The month that a payment pays after a save. One that the person chose stands; else the payment date's, but for a
 * payment that had been moved: it stays where it was put.
 */
export function creditedMonthAfter(
  saved: { paymentDate: string; creditedMonth?: string | undefined },
  before: { paymentDate: string; creditedMonth: string } | null,
): string {
  if (saved.creditedMonth !== undefined) return saved.creditedMonth;
  const wasMoved = before !== null && before.creditedMonth !== monthOf(before.paymentDate);
  return wasMoved ? before.creditedMonth : monthOf(saved.paymentDate);
}
