import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import type { PlainAccessItem } from "#features/institutions/contract.ts";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { useCreationKey } from "#client/data/creation-key.ts";
import {
  ConflictPanel,
  useFieldConflicts,
  withGoneWords,
  type FieldConflicts,
} from "#client/forms/field-conflicts.tsx";
import { paths } from "#client/routing/paths.ts";
import { useIsOnShow } from "#client/use-is-on-show.ts";
import { ApiError } from "#shared/envelope.ts";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { applyServerErrors, Form, FormField, FormRow, useZodForm } from "#ui/form/form.tsx";
import { TextLink } from "#ui/link.tsx";
import { Select } from "#ui/choice/select.tsx";
import { inCurrency } from "#ui/form/money-input.ts";
import { TextField } from "#ui/form/text-field.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { FinancialCategory } from "../../contract.ts";
import {
  budgetFormSchema,
  budgetToSave,
  editedBudgetFields,
  idsOfGoals,
  newBudgetFields,
  offeredCategories,
  offeredCurrencies,
  onFormFields,
  seriesToSave,
  type BudgetFields,
  type EditedBudget,
} from "./budget-fields.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { CategoryChoice } from "../categories/category-choice.tsx";
import { RepeatChoice } from "../series/repeat-choice.tsx";
import { useSuggestions, type NewBudget } from "./use-suggestions.ts";

type BudgetFormProps = {
  /** Id that the dialog's submit button refers to. */
  id: string;
  /** The budget to edit, or the defaults of a new one. */
  from: { budget: EditedBudget } | NewBudget;
  categories: FinancialCategory[];
  institutions: PlainAccessItem[];
  /** Reports the form's state to the dialog. */
  onState: (state: BudgetFormState) => void;
  onSaved: (budgetId: number) => void;
};

export type BudgetFormState = { isDirty: boolean; isSubmitting: boolean };

/**
 * Message of a failed save without one from the server; its spelling is fixed (docs/reference/product.md, "Fixed
 * texts").
 */
const fallbackMessage = "An error ocurred saving";

/**
 * Budget form (docs/reference/product.md, "Dialogs and forms"). A failed save keeps everything typed and shows the
 * reason.
 */
export function BudgetForm({ id, categories, institutions, onState, onSaved, ...props }: BudgetFormProps) {
  // Keeps the values from opening, so a reload changes neither the fields nor the basis of the save.
  const [from] = useState(props.from);
  const budget = "budget" in from ? from.budget : null;
  const [offered] = useState(() => offeredCategories(categories, budget));
  const [defaults] = useState(() =>
    "budget" in from
      ? editedBudgetFields(from.budget, offered)
      : newBudgetFields(from.defaults, {
          categories: offered,
          institutionAccessItemIds: institutions.map((one) => one.institutionAccessItemId),
          suggestion: from.suggestion,
        }),
  );
  const form = useZodForm(budgetFormSchema, defaults);
  const { control, getValues, setValue } = form;
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => {
    onState({ isDirty, isSubmitting });
  }, [onState, isDirty, isSubmitting]);
  const currency = useWatch({ control, name: "isoCurrencyCode" });
  const hint = useSuggestions(form, "budget" in from ? null : from.suggestion);
  const currencies = offeredCurrencies(institutions, defaults.isoCurrencyCode);
  const conflicts = useFieldConflicts();
  const save = useSave({
    budget,
    conflicts,
    onSaved,
    onRefused: (errors) => applyServerErrors(form, errors),
  });

  function changeCurrency(next: string) {
    getValues("categories").forEach(({ estimate }, index) =>
      setValue(`categories.${index}.estimate`, inCurrency(estimate, currency, next), { shouldDirty: true }),
    );
  }

  return (
    <Form id={id} form={form} onSubmit={save}>
      <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />
      <FormField control={control} name="name">
        {(field) => <TextField label="Name" isRequired autoComplete="off" {...field} />}
      </FormField>
      <FormRow>
        <FormField control={control} name="startDate">
          {(field) => <DateField label="Start" isRequired {...field} />}
        </FormField>
        <FormField control={control} name="endDate">
          {(field) => <DateField label="End" isRequired {...field} />}
        </FormField>
      </FormRow>
      {currencies.length > 1 ? (
        <FormField control={control} name="isoCurrencyCode">
          {(field) => (
            <Select
              label="Currency"
              description="Other currencies are listed separately."
              options={currencies.map((code) => ({ id: code, label: code }))}
              {...field}
              onChange={(next) => {
                changeCurrency(next);
                field.onChange(next);
              }}
            />
          )}
        </FormField>
      ) : null}
      <FormField control={control} name="budgetAccessItems">
        {(field) => (
          <CheckboxGroup
            label="Accounts"
            description={
              institutions.length === 0 ? <LinkFirst /> : "Their transactions count toward this budget."
            }
            allLabel={institutions.length === 0 ? undefined : "All accounts"}
            options={institutions.map(bankOption)}
            {...field}
          />
        )}
      </FormField>
      <RepeatChoice form={form} budget={budget} />
      <CategoryChoice
        form={form}
        categories={offered}
        currency={currency}
        hint={hint}
        ofGoals={idsOfGoals(budget)}
      />
    </Form>
  );
}

function bankOption({ institutionAccessItemId, institution, accounts }: PlainAccessItem) {
  return {
    id: institutionAccessItemId,
    label: institution.name,
    description: accounts.length === 1 ? "1 account" : `${accounts.length} accounts`,
  };
}

function LinkFirst() {
  return (
    <>
      No bank is linked yet. <TextLink to={paths.accounts()}>Link a bank</TextLink> to count its transactions.
    </>
  );
}

type BudgetSave = {
  /** Null to create one. */
  budget: EditedBudget | null;
  conflicts: FieldConflicts;
  onSaved: (budgetId: number) => void;
  onRefused: (errors: Record<string, string[]>) => void;
};

/**
 * Returns a function that saves, confirms with a toast, and refreshes the data. A refusal is logged
 * (docs/reference/product.md, "Failures") and shown.
 */
function useSave({ budget, conflicts, onSaved, onRefused }: BudgetSave) {
  const api = useApi();
  const queryClient = useQueryClient();
  const requestId = useCreationKey();
  const isOnShow = useIsOnShow();

  return async (fields: BudgetFields) => {
    const series = seriesToSave(budget, fields);
    let budgetId: number;
    try {
      const more = { ...(budget === null ? { requestId } : {}), ...conflicts.takeDecided() };
      ({ budgetId } =
        series === null
          ? await api.post("/api/SaveBudget", { ...budgetToSave(budget, fields), ...more })
          : await api.post("/api/SaveBudgetSeries", { ...series, ...more }));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { logged, errors } = refusalOf(error);
      // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a failed save is logged
      console.error(logged);
      if (!conflicts.show(error)) onRefused(onFormFields(withGoneWords(errors, "This budget"), fields));
      return;
    }
    toastQueue.add({ message: `Saved ${fields.name}.`, tone: "positive" });
    // Whoever has left the form meanwhile stays where they are.
    if (isOnShow.current) onSaved(budgetId);
    await reloadBudgets(queryClient);
  };
}

/** Returns the server's message for the console and the form, or the fixed text without one. */
function refusalOf(error: Error): { logged: string; errors: Record<string, string[]> } {
  if (!(error instanceof ApiError)) return fallbackRefusal;
  const { message, errors, requestId } = error;
  if (errors !== null) {
    // A server error shows its request id.
    return { logged: message, errors: error.statusCode >= 500 ? { save: [failureText(error)] } : errors };
  }
  if (requestId === null || message === unhandledMessage) return fallbackRefusal;
  return { logged: message, errors: { save: [message] } };
}

const fallbackRefusal = { logged: fallbackMessage, errors: { save: [fallbackMessage] } };

/** Message of the envelope for an answer without one (docs/reference/http-api.md, "Error texts"). */
const unhandledMessage = "An unhandled error occurred";
