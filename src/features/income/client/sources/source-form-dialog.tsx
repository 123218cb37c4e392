import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { usePublicConfig, useApi } from "#client/app-context.tsx";
import { useFieldConflicts, withGoneWords, type FieldConflicts } from "#client/forms/field-conflicts.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import { Callout } from "#ui/status/callout.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { applyServerErrors, FormField, FormRow, useZodForm } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { inCurrency } from "#ui/form/money-input.ts";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { Select } from "#ui/choice/select.tsx";
import { TextArea, TextField } from "#ui/form/text-field.tsx";
import type { Option } from "#ui/choice/option.ts";
import { failureText } from "#client/data/api-failure.ts";
import { useCreationKey } from "#client/data/creation-key.ts";
import { ApiError } from "#shared/envelope.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { incomeSourceTypes, type Direction } from "../../domain/income-source.ts";
import {
  changesTerms,
  daysOfMonth,
  editedSourceFields,
  effectiveMonths,
  newSourceFields,
  offeredCurrencies,
  sourceFormSchema,
  sourceToSave,
  type SourceFields,
} from "./source-form.ts";
import { dueDayWords } from "../due/due-words.ts";
import { hasDayOfMonth, RhythmFields, startLabel } from "./rhythm-fields.tsx";
import { reloadIncome } from "../income-queries.ts";
import styles from "./source-dialog.module.css";

type SourceFormDialogProps = {
  title: string;
  itemId: number;
  direction: Direction;
  /** Linked banks, from which a new source's is chosen; empty if it's given. */
  banks: readonly Option<number>[];
  /** Null to create one. */
  source: IncomeSourceView | null;
  isoCurrencyCode: string;
  accountCurrencies: readonly string[];
  onClose: () => void;
};

/** Form of a source (docs/reference/product.md, "Dialogs and forms"). A failed save keeps it open with everything typed. */
export function SourceFormDialog(props: SourceFormDialogProps) {
  const {
    title,
    itemId,
    direction,
    banks,
    source: given,
    isoCurrencyCode,
    accountCurrencies,
    onClose,
  } = props;
  const isBill = direction === "out";
  const [bankId, setBankId] = useState(itemId);
  const { timeZone } = usePublicConfig();
  // Keeps the source as it was on opening, so a reload doesn't change the fields.
  const [source] = useState(given);
  const [now] = useState(() => new Date());
  const [defaults] = useState(() =>
    source === null
      ? newSourceFields(now, timeZone, isoCurrencyCode, direction)
      : editedSourceFields(source, now, timeZone),
  );
  const form = useZodForm(sourceFormSchema, defaults);
  const { control } = form;
  const [amountDue, dayOfMonthDue, startDate, currency, rhythm] = useWatch({
    control,
    name: ["amountDue", "dayOfMonthDue", "startDate", "isoCurrencyCode", "rhythm"],
  });
  const currencies = offeredCurrencies(accountCurrencies, defaults.isoCurrencyCode);
  const conflicts = useFieldConflicts();
  const save = useSourceSave({
    itemId: source === null ? bankId : itemId,
    direction,
    source,
    conflicts,
    onClose,
    onRefused: (errors) => applyServerErrors(form, errors),
  });
  return (
    <FormDialog
      form={form}
      title={title}
      width="budget"
      action="Save"
      onSubmit={save}
      onClose={onClose}
      conflicts={conflicts}
    >
      <FormField control={control} name="name">
        {(field) => <TextField label="Name" isRequired autoComplete="off" {...field} />}
      </FormField>
      {isBill ? null : (
        <FormField control={control} name="incomeSourceType">
          {(field) => <RadioGroup label="Type" orientation="horizontal" options={typeOptions} {...field} />}
        </FormField>
      )}
      {source === null && banks.length > 1 ? (
        <Select
          label="Bank"
          description={
            isBill
              ? "Where it’s usually paid from. Payments from any bank count."
              : "Where it usually comes in. Deposits at any bank count."
          }
          options={banks}
          value={bankId}
          onChange={setBankId}
        />
      ) : null}
      <FormRow>
        <FormField control={control} name="amountDue">
          {(field) => <MoneyField label="Amount due" isRequired currency={currency} {...field} />}
        </FormField>
        {hasDayOfMonth(rhythm) ? (
          <FormField control={control} name="dayOfMonthDue">
            {(field) => <Select label="Day of month due" options={daysOfMonth} {...field} />}
          </FormField>
        ) : null}
      </FormRow>
      <RhythmFields control={control} />
      {source === null && currencies.length > 1 ? (
        <FormField control={control} name="isoCurrencyCode">
          {(field) => (
            <Select
              label="Currency"
              description="You can’t change this later."
              options={currencies.map((code) => ({ id: code, label: code }))}
              {...field}
              onChange={(next) => {
                form.setValue("amountDue", inCurrency(amountDue, currency, next), { shouldDirty: true });
                field.onChange(next);
              }}
            />
          )}
        </FormField>
      ) : null}
      {changesTerms(source, { amountDue, dayOfMonthDue }) ? (
        <FormField control={control} name="effectiveFrom">
          {(field) => (
            <Select
              label="Effective from"
              description="Earlier months don’t change."
              options={effectiveMonths(startDate, now, timeZone)}
              {...field}
            />
          )}
        </FormField>
      ) : null}
      {source === null ? null : <Terms source={source} />}
      <FormRow>
        <FormField control={control} name="startDate">
          {(field) => <DateField label={startLabel(rhythm)} isRequired {...field} />}
        </FormField>
        <FormField control={control} name="endDate">
          {(field) => (
            <DateField label="End date" description="Leave blank if it has no end date." {...field} />
          )}
        </FormField>
      </FormRow>
      <FormField control={control} name="description">
        {(field) => <TextArea label="Description" {...field} />}
      </FormField>
    </FormDialog>
  );
}

const typeOptions = incomeSourceTypes.map((type) => ({ id: type, label: type }));

/** Past and planned terms of a source, if there is more than one. */
function Terms({ source }: { source: IncomeSourceView }) {
  if (source.terms.length < 2) return null;
  return (
    <Callout title="Amounts due">
      <ul className={styles.terms}>
        {source.terms.map(({ effectiveFrom, amountDue, dayOfMonthDue }) => (
          <li key={effectiveFrom}>
            From {monthWords(effectiveFrom)}: {moneyText(amountDue, source.isoCurrencyCode)}{" "}
            {dueDayWords(dayOfMonthDue)}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

type SourceSave = {
  itemId: number;
  direction: Direction;
  /** Null to create one. */
  source: IncomeSourceView | null;
  conflicts: FieldConflicts;
  onClose: () => void;
  onRefused: (errors: Record<string, string[]>) => void;
};

/**
 * Returns a function that saves a source, closes the dialog, and refreshes the data. A refusal is logged
 * (docs/reference/product.md, "Failures") and shown on its fields.
 */
function useSourceSave({ itemId, direction, source, conflicts, onClose, onRefused }: SourceSave) {
  const api = useApi();
  const queryClient = useQueryClient();
  const requestId = useCreationKey();

  return async (fields: SourceFields) => {
    const body = sourceToSave(itemId, source, fields, direction);
    try {
      await api.post("/api/SaveIncomeSource", {
        ...body,
        ...(source === null ? { requestId } : {}),
        ...conflicts.takeDecided(),
      });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { logged, errors } = refusalOf(error);
      // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a failed save of a source is logged
      console.error(logged);
      if (!conflicts.show(error))
        onRefused(
          source === null ? errors : withGoneWords(errors, direction === "in" ? "This source" : "This bill"),
        );
      return;
    }
    toastQueue.add({ message: `Saved ${fields.name}.`, tone: "positive" });
    onClose();
    await reloadIncome(queryClient);
  };
}

/**
 * Message of a failed save without one from the server; its spelling is fixed (docs/reference/product.md, "Fixed
 * texts").
 */
const fallbackMessage = "An error ocurred saving";

/** Returns the server's message for the console and the form; for a server error, with its request id. */
function refusalOf(error: Error): { logged: string; errors: Record<string, string[]> } {
  if (!(error instanceof ApiError)) return { logged: fallbackMessage, errors: { save: [fallbackMessage] } };
  const { message, errors, statusCode } = error;
  const isOnFields = errors !== null && statusCode < 500;
  const logged = errors === null ? fallbackMessage : message;
  return { logged, errors: isOnFields ? errors : { save: [`${fallbackMessage}. ${failureText(error)}`] } };
}
