import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useCreationKey } from "#client/data/creation-key.ts";
import { ApiError } from "#shared/envelope.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { DateField } from "#ui/date/date-field.tsx";
import { applyServerErrors, Form, FormField, useZodForm } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { cashPaymentSchema, cashToSave, newCashFields, type CashFields } from "./cash-payment-form.ts";
import { reloadIncome } from "../income-queries.ts";

type CashPaymentFieldsProps = {
  /** Id that the submit button refers to. */
  id: string;
  source: IncomeSourceView;
  /** Month it is credited to; without it, the month of its date. */
  month: string | undefined;
  /** For a rhythm other than monthly, the due date it pays. */
  dueDate?: string | undefined;
  /** Amount to start with, in minor units. */
  amount?: number | null;
  onState: (state: CashPaymentState) => void;
  onSaved: () => void;
};

export type CashPaymentState = { isDirty: boolean; isSubmitting: boolean };

/** Form that records a payment outside any bank account. */
export function CashPaymentFields({
  id,
  source,
  month,
  dueDate,
  amount = null,
  onState,
  onSaved,
}: CashPaymentFieldsProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { timeZone } = usePublicConfig();
  const [defaults] = useState(() => newCashFields(dateInZone(new Date(), timeZone), month, amount));
  const requestId = useCreationKey();
  const form = useZodForm(cashPaymentSchema, defaults);
  const { control, formState } = form;
  const { isDirty, isSubmitting } = formState;
  useEffect(() => {
    onState({ isDirty, isSubmitting });
  }, [onState, isDirty, isSubmitting]);

  async function save(fields: CashFields) {
    try {
      await api.post("/api/SaveIncomePayment", { ...cashToSave(source, fields, month, dueDate), requestId });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isOnFields = error instanceof ApiError && error.errors !== null && error.statusCode < 500;
      applyServerErrors(form, isOnFields ? (error.errors ?? {}) : { save: [failureText(error)] });
      return;
    }
    toastQueue.add({ message: `Added a cash payment to ${source.name}.`, tone: "positive" });
    onSaved();
    await reloadIncome(queryClient);
  }

  return (
    <Form id={id} form={form} onSubmit={save}>
      <FormField control={control} name="amount">
        {(field) => <MoneyField label="Amount" isRequired currency={source.isoCurrencyCode} {...field} />}
      </FormField>
      <FormField control={control} name="paymentDate">
        {(field) => (
          <DateField
            label="Paid on"
            isRequired
            description={month === undefined ? "Credited to the month of this date." : undefined}
            {...field}
          />
        )}
      </FormField>
      <FormField control={control} name="paymentMemo">
        {(field) => <TextField label="Memo" autoComplete="off" {...field} />}
      </FormField>
    </Form>
  );
}

/** State of a form that nobody has touched. */
export const untouchedCash: CashPaymentState = { isDirty: false, isSubmitting: false };
