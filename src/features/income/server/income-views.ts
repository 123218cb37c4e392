import { toUnits, type Money } from "#shared/money.ts";
import type { DetectedSourceView, IncomePaymentView, IncomeSourceView } from "../contract.ts";
import { isShown, type IncomeMonth, type IncomeTotals } from "../domain/income-month.ts";
import type { DetectedSource } from "../domain/detected-sources.ts";
import { termIn, type IncomeSource } from "../domain/income-source.ts";
import type { PaymentRow } from "./payments/payment-rows.ts";

/** Returns a source as the calls do, with the amount and day of a month. */
export function sourceView(source: IncomeSource, month: string): IncomeSourceView {
  const inUnits = unitsOf(source.isoCurrencyCode);
  const { amountDue, dayOfMonthDue } = termIn(source.terms, month);
  return {
    incomeSourceId: source.incomeSourceId,
    direction: source.direction,
    rhythm: source.rhythm ?? "monthly",
    secondDay: source.secondDay ?? null,
    dueDates: [...(source.dueDates ?? [])].toSorted(),
    isAbout: source.isAbout ?? false,
    graceDays: source.graceDays ?? 0,
    name: source.name,
    description: source.description,
    startDate: source.startDate,
    endDate: source.endDate,
    institutionAccessItemId: source.institutionAccessItemId,
    amountDue: inUnits(amountDue),
    dayOfMonthDue,
    incomeSourceType: source.incomeSourceType,
    expectedPaymentMemos: [...source.expectedPaymentMemos],
    isExisting: true,
    isoCurrencyCode: source.isoCurrencyCode,
    terms: source.terms.map((term) => ({
      effectiveFrom: term.effectiveFrom,
      amountDue: inUnits(term.amountDue),
      dayOfMonthDue: term.dayOfMonthDue,
    })),
  };
}

/** Returns what regular rows suggest, in currency units. */
export function detectedView({ payments, amountDue, ...rest }: DetectedSource): DetectedSourceView {
  return {
    ...rest,
    amountDue: unitsOf(rest.isoCurrencyCode)(amountDue),
    paymentCount: payments.length,
    lastDate: payments.reduce((latest, { date }) => (date > latest ? date : latest), rest.startDate),
  };
}

/** Returns a source's figures for a month in currency units. */
export function figuresView(figures: IncomeMonth, currency: string) {
  const inUnits = unitsOf(currency);
  return {
    isActive: figures.isActive,
    status: isShown(figures) ? figures.status : null,
    dueDate: figures.dueDate,
    due: inUnits(figures.due),
    paid: inUnits(figures.paid),
    outstanding: inUnits(figures.outstanding),
    overpaid: inUnits(figures.overpaid),
    overdue: inUnits(figures.overdue),
  };
}

/** Returns sums of one currency in its units. */
export function totalsView({ due, paid, overdue }: IncomeTotals, currency: string) {
  const inUnits = unitsOf(currency);
  return { due: inUnits(due), paid: inUnits(paid), overdue: inUnits(overdue) };
}

/** Returns a payment with its transaction. */
export function paymentView(payment: PaymentRow): IncomePaymentView {
  const { transaction, amount, ...rest } = payment;
  return {
    ...rest,
    amount: toUnits(amount, payment.isoCurrencyCode),
    transaction: transaction && {
      transactionId: transaction.transactionId,
      date: transaction.date,
      payee: transaction.payee,
      name: transaction.name,
      pending: transaction.pending,
      account: { accountId: transaction.accountId, official_name: transaction.accountName },
    },
  };
}

/** Returns a function that converts minor units to currency units. */
export function unitsOf(currency: string): (amount: Money) => number {
  return (amount) => toUnits(amount, currency);
}
