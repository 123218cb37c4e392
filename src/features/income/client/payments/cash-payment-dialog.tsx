import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useCreationKey } from "#client/data/creation-key.ts";
import { ApiError } from "#shared/envelope.ts";
import { dateInZone, monthWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { cashPaymentSchema, cashToSave, newCashFields, type CashFields } from "./cash-payment-form.ts";
import { reloadIncome } from "../income-queries.ts";

type CashPaymentDialogProps = {
  source: IncomeSourceView;
  /** Month it is credited to; without it, the month of its date. */
  month: string | undefined;
  onClose: () => void;
};

/** Dialog that records a payment outside any bank account. */
export function CashPaymentDialog({ source, month, onClose }: CashPaymentDialogProps) {
  const formId = useId();
  const api = useApi();
  const queryClient = useQueryClient();
  const { timeZone } = usePublicConfig();
  const [defaults] = useState(() => newCashFields(dateInZone(new Date(), timeZone), month));
  const requestId = useCreationKey();
  const form = useZodForm(cashPaymentSchema, defaults);
  const { control, formState } = form;
  const guard = useUnsavedGuard(formState.isDirty);

  async function save(fields: CashFields) {
    try {
      await api.post("/api/SaveIncomePayment", { ...cashToSave(source, fields, month), requestId });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isOnFields = error instanceof ApiError && error.errors !== null && error.statusCode < 500;
      applyServerErrors(form, isOnFields ? (error.errors ?? {}) : { save: [failureText(error)] });
      return;
    }
    toastQueue.add({ message: `Added a cash payment to ${source.name}.`, tone: "positive" });
    onClose();
    await reloadIncome(queryClient);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={month === undefined ? "Add cash payment" : `Add cash payment for ${monthWords(month)}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={formState.isSubmitting}>
            Save
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={save}>
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
    </Dialog>
  );
}
