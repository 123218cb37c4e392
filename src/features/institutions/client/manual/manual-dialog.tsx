import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField, FormRow, useZodForm } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { inCurrency } from "#ui/form/money-input.ts";
import { SuggestField } from "#ui/form/suggest-field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { invalidateInstitutions } from "../institution-queries.ts";
import {
  isOwedType,
  manualBasis,
  manualFieldsOf,
  manualSchema,
  manualToSave,
  manualTypeOptions,
  newManual,
  type ManualAccount,
  type ManualFields,
  type ManualInputs,
} from "./manual-form.ts";

type ManualDialogProps = {
  /** The account to edit; null for a new one. */
  edited: ManualAccount | null;
  /** Names of the manual banks that are there. */
  bankNames: readonly string[];
  /** Facts about a new account that are known already. */
  known?: Partial<ManualInputs>;
  /** Receives the id of an account that was added. */
  onAdded?: (accountId: number) => void;
  onClose: () => void;
};

/** Dialog that adds an account without a link, or changes one. */
export function ManualDialog({ edited: given, bankNames, known, onAdded, onClose }: ManualDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { timeZone } = usePublicConfig();
  // As it was when the dialog opened, so that a reload changes neither the fields nor the basis of the save.
  const [edited] = useState(given);
  const [defaults] = useState(() =>
    edited === null ? { ...newManual(dateInZone(new Date(), timeZone)), ...known } : manualFieldsOf(edited),
  );
  const conflicts = useFieldConflicts();
  const form = useZodForm(manualSchema, defaults);
  const { control } = form;
  const type = useWatch({ control, name: "type" });
  const [currency, setCurrency] = useState(defaults.isoCurrencyCode);

  /** Keeps the balance as typed while the code of its currency is typed letter by letter. */
  function followCurrency(typed: string) {
    const next = typed.trim().toUpperCase();
    if (!/^[A-Z]{3}$/.test(next) || next === currency) return;
    const balance = form.getValues("openingBalance");
    form.setValue("openingBalance", inCurrency(balance, currency, next), { shouldDirty: true });
    setCurrency(next);
  }

  async function save(fields: ManualFields) {
    const { accountId } = await api.post("/api/SaveManualAccount", {
      accountId: edited === null ? "" : edited.account.accountId,
      ...manualToSave(fields),
      ...(edited === null ? {} : { basedOn: manualBasis(edited) }),
      ...conflicts.takeDecided(),
    });
    toastQueue.add({ message: `${edited === null ? "Added" : "Saved"} ${fields.name}.`, tone: "positive" });
    onClose();
    if (edited === null) onAdded?.(accountId);
    await invalidateInstitutions(queryClient);
  }

  return (
    <FormDialog
      form={form}
      title={edited === null ? "Add an account" : `Edit ${edited.account.name}`}
      width="budget"
      action={edited === null ? "Add" : "Save"}
      onSubmit={save}
      onClose={onClose}
      thing="This account"
      conflicts={conflicts}
    >
      <FormRow>
        <FormField control={control} name="institutionName">
          {(field) => (
            <SuggestField
              label="Bank"
              isRequired
              maxLength={200}
              suggestions={bankNames}
              description={
                edited === null
                  ? "For cash, a name such as Wallet."
                  : "A new name is the bank’s, for all its accounts."
              }
              {...field}
            />
          )}
        </FormField>
        <FormField control={control} name="name">
          {(field) => (
            <TextField label="Account name" isRequired autoComplete="off" maxLength={200} {...field} />
          )}
        </FormField>
      </FormRow>
      <FormRow>
        <FormField control={control} name="type">
          {(field) => <Select label="Type" options={manualTypeOptions} {...field} />}
        </FormField>
        <FormField control={control} name="isoCurrencyCode">
          {(field) => (
            <TextField
              label="Currency"
              isRequired
              autoComplete="off"
              maxLength={3}
              {...field}
              onChange={(typed) => {
                followCurrency(typed);
                field.onChange(typed);
              }}
            />
          )}
        </FormField>
      </FormRow>
      <FormRow>
        <FormField control={control} name="openingBalance">
          {(field) => (
            <MoneyField
              label={isOwedType(type) ? "Amount owed" : "Opening balance"}
              isRequired
              allowsNegative
              currency={currency}
              {...field}
            />
          )}
        </FormField>
        <FormField control={control} name="openingDate">
          {(field) => (
            <DateField label="As of" isRequired description="Before that day’s transactions." {...field} />
          )}
        </FormField>
      </FormRow>
    </FormDialog>
  );
}
