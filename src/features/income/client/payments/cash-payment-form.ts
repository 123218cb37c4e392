import { z } from "zod";
import { money, toUnits } from "#shared/money.ts";
import { firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { required } from "#ui/form/required.ts";
import { lineSchema } from "#shared/text/text-schemas.ts";
import type { IncomeSourceView } from "../../contract.ts";

/** Form of a payment without a transaction (`SaveIncomePayment`). */
export const cashPaymentSchema = z.object({
  amount: z.int("Enter an amount.").nullable().transform(required("Enter an amount.")),
  paymentDate: z.string().nullable().transform(required("Enter the payment date.")),
  paymentMemo: lineSchema("Enter a memo."),
});

export type CashInputs = z.input<typeof cashPaymentSchema>;
export type CashFields = z.output<typeof cashPaymentSchema>;

/**
 * Returns the fields of a new payment, dated today or on the closest day of the given month, with an amount in minor
 * units, if known.
 */
export function newCashFields(
  today: string,
  month: string | undefined,
  amount: number | null = null,
): CashInputs {
  const isElsewhere = month !== undefined && month !== monthOf(today);
  const nearest =
    isElsewhere && month < monthOf(today) ? lastDayOf(month) : isElsewhere ? firstDayOf(month) : today;
  return {
    amount,
    paymentDate: nearest > today ? today : nearest,
    paymentMemo: "",
  };
}

/** Builds the body of SaveIncomePayment, credited to the given month and due date, if any. */
export function cashToSave(
  source: IncomeSourceView,
  fields: CashFields,
  month: string | undefined,
  dueDate?: string,
) {
  return {
    incomePaymentId: 0,
    transactionId: null,
    incomeSourceId: source.incomeSourceId,
    paymentDate: fields.paymentDate,
    amount: toUnits(money(fields.amount), source.isoCurrencyCode),
    paymentMemo: fields.paymentMemo,
    isManualAdjustment: true,
    ...(month === undefined ? {} : { creditedMonth: month }),
    ...(dueDate === undefined ? {} : { dueDate }),
  };
}
