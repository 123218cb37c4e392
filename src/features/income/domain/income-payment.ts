import { isInflow, isOutflow, type Money } from "#shared/money.ts";
import type { IncomeSource } from "./income-source.ts";
import { firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";

/** Reasons why a linked payment is in no total: the bank has changed its transaction. */
export const paymentProblems = ["removed", "outflow", "inflow", "currency"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** Current data of the transaction behind a payment. */
export type PaymentFacts = { amount: Money; isoCurrencyCode: string; isRemoved: boolean };

/**
 * Returns the problem of a payment's transaction, or null if it counts. If the bank removes or changes a linked
 * transaction, the payment stays, flagged, and is in no total (docs/reference/money.md, "Removed rows").
 */
export function paymentProblem(
  facts: PaymentFacts,
  source: Pick<IncomeSource, "isoCurrencyCode" | "direction">,
): PaymentProblem | null {
  if (facts.isRemoved) return "removed";
  if (facts.isoCurrencyCode !== source.isoCurrencyCode) return "currency";
  if (source.direction === "out") return isOutflow(facts.amount) ? null : "inflow";
  return isInflow(facts.amount) ? null : "outflow";
}

/**
 * Returns a transaction's payment date: the day it was authorized, or else its date (docs/reference/http-api.md,
 * "Transactions and budgets").
 */
export function paymentDateOf(transaction: { date: string; authorizedDate: string | null }): string {
  return transaction.authorizedDate ?? transaction.date;
}

/**
 * Returns the month a payment is credited to after a save: the one the person chose, or else that of the payment date. A
 * payment moved earlier stays in its month.
 */
export function creditedMonthAfter(
  saved: { paymentDate: string; creditedMonth?: string | undefined },
  before: { paymentDate: string; creditedMonth: string } | null,
): string {
  if (saved.creditedMonth !== undefined) return saved.creditedMonth;
  const wasMoved = before !== null && before.creditedMonth !== monthOf(before.paymentDate);
  return wasMoved ? before.creditedMonth : monthOf(saved.paymentDate);
}

/**
 * Returns the day that decides which due date a payment pays, or null for its own date: the due date that the person
 * chose, or the nearest day of the month they chose. One chosen earlier stays (docs/reference/money.md, "Periods").
 */
export function forDateAfter(
  saved: { paymentDate: string; creditedMonth?: string | undefined; dueDate?: string | undefined },
  before: { forDate: string | null } | null,
): string | null {
  if (saved.dueDate !== undefined) return saved.dueDate;
  const { paymentDate, creditedMonth } = saved;
  if (creditedMonth === undefined) return before?.forDate ?? null;
  if (creditedMonth === monthOf(paymentDate)) return null;
  return paymentDate < creditedMonth ? firstDayOf(creditedMonth) : lastDayOf(creditedMonth);
}
