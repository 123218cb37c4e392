import { z } from "zod";
import { money, toUnits } from "#shared/money.ts";
import { firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { lineSchema } from "../../domain/income-shapes.ts";

/** Cash and the like: no transaction behind it, an amount of its own (`SaveIncomePayment`). */
export const cashPaymentSchema = z.object({
  amount: z
    .int("Enter an amount.")
    .nullable()
    .transform((amount, context) => {
      if (amount !== null) return amount;
      context.addIssue({ code: "custom", message: "Enter an amount." });
      return z.NEVER;
    }),
  paymentDate: z
    .string()
    .nullable()
    .transform((date, context) => {
      if (date !== null) return date;
      context.addIssue({ code: "custom", message: "Enter the day it was paid." });
      return z.NEVER;
    }),
  paymentMemo: lineSchema("Enter text."),
});

export type CashInputs = z.input<typeof cashPaymentSchema>;
export type CashFields = z.output<typeof cashPaymentSchema>;

/** Paid today, or in the month that is looked at on its nearest day. */
export function newCashFields(today: string, month: string | undefined): CashInputs {
  const isElsewhere = month !== undefined && month !== monthOf(today);
  const nearest =
    isElsewhere && month < monthOf(today) ? lastDayOf(month) : isElsewhere ? firstDayOf(month) : today;
  return { amount: null, paymentDate: nearest > today ? today : nearest, paymentMemo: "" };
}

/** The body of SaveIncomePayment; with a month that is looked at, that is what the cash pays. */
export function cashToSave(source: IncomeSourceView, fields: CashFields, month: string | undefined) {
  return {
    incomePaymentId: 0,
    transactionId: null,
    incomeSourceId: source.incomeSourceId,
    paymentDate: fields.paymentDate,
    amount: toUnits(money(fields.amount), source.isoCurrencyCode),
    paymentMemo: fields.paymentMemo,
    isManualAdjustment: true,
    ...(month === undefined ? {} : { creditedMonth: month }),
  };
}
