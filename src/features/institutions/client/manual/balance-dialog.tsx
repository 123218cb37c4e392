import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { isDebt } from "#shared/banks.ts";
import { ApiError } from "#shared/envelope.ts";
import { money, toUnits } from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { applyServerErrors, Form, FormField, FormRow, SubmitButton, useZodForm } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { invalidateInstitutions } from "../institution-queries.ts";
import { manualSchema, type ManualAccount } from "./manual-form.ts";

const checkSchema = z.object({
  date: manualSchema.shape.openingDate,
  balance: manualSchema.shape.openingBalance,
});

type Check = z.output<typeof checkSchema>;
/** A check that was made, and its result in currency units. */
type Checked = { check: Check; difference: number };

/** Dialog that compares a manual account's balance with the bank's figure, and adds the difference if the person wants. */
export function BalanceDialog({
  account,
  onClose,
}: {
  account: ManualAccount["account"];
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const formId = useId();
  const { timeZone } = usePublicConfig();
  const [today] = useState(() => dateInZone(new Date(), timeZone));
  const form = useZodForm(checkSchema, { date: today, balance: null });
  const [checked, setChecked] = useState<Checked | null>(null);
  const undoable = useUndoable({ renew: invalidateInstitutions });
  const { accountId, isoCurrencyCode } = account;

  async function run(check: Check, adjust: boolean) {
    const balance = toUnits(money(check.balance), isoCurrencyCode);
    try {
      return await api.post("/api/CheckBalance", { accountId, date: check.date, balance, adjust });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(form, error.errors ?? { save: [failureText(error)] });
      return null;
    }
  }

  async function check(fields: Check) {
    if (checked !== null && checked.difference !== 0) return adjust(fields);
    const answer = await run(fields, false);
    setChecked(answer === null ? null : { check: fields, difference: answer.difference });
  }

  async function adjust(fields: Check) {
    const answer = await run(fields, true);
    if (answer === null) return;
    const { transactionId } = answer;
    onClose();
    if (transactionId !== undefined)
      undoable.tell({
        text: `Added a balance adjustment to ${account.name}.`,
        undo: takingBack(async () => {
          await api.post("/api/DeleteTransaction", { transactionId });
        }),
      });
    await invalidateInstitutions(queryClient);
  }

  const hasDifference = checked !== null && checked.difference !== 0;
  return (
    <Dialog
      onClose={onClose}
      title={`Check the balance of ${account.name}`}
      width="info"
      footer={
        <>
          <Button onClick={onClose}>{checked !== null && !hasDifference ? "Close" : "Cancel"}</Button>
          <SubmitButton form={formId} isPending={form.formState.isSubmitting}>
            {hasDifference ? "Add an adjustment" : "Check"}
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={check}>
        <FormRow>
          <FormField control={form.control} name="balance">
            {(field) => (
              <MoneyField
                label={isDebt(account) ? "Amount owed, by your bank" : "Balance, by your bank"}
                isRequired
                allowsNegative
                currency={isoCurrencyCode}
                {...field}
                onChange={(next) => {
                  setChecked(null);
                  field.onChange(next);
                }}
              />
            )}
          </FormField>
          <FormField control={form.control} name="date">
            {(field) => (
              <DateField
                label="At the end of"
                isRequired
                {...field}
                onChange={(next) => {
                  setChecked(null);
                  field.onChange(next);
                }}
              />
            )}
          </FormField>
        </FormRow>
        <div aria-live="polite">
          {checked === null ? null : hasDifference ? (
            <Callout
              tone="warning"
              title={`Off by ${moneyText(Math.abs(checked.difference), isoCurrencyCode)}`}
            >
              {differenceText(checked, isoCurrencyCode)}
            </Callout>
          ) : (
            <Callout tone="positive">The balance matches.</Callout>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

function differenceText({ check, difference }: Checked, isoCurrencyCode: string): string {
  const isMore = difference > 0 ? "more" : "less";
  const amount = moneyText(Math.abs(difference), isoCurrencyCode);
  return `Your bank has ${amount} ${isMore} on ${dateWords(check.date)}. Look for a missing transaction, or add an adjustment, which is left out of spending and income.`;
}
