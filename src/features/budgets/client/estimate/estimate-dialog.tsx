import { useEffect, useId, useState } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { moneyOf, moneyText } from "#client/words/money-text.ts";
import { ConflictPanel, useFieldConflicts, withGoneWords } from "#client/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
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
import type { BudgetCategoryRow } from "../../contract.ts";
import { transactionsText } from "./budget-progress.ts";
import styles from "./estimate-dialog.module.css";
import { useEstimates } from "./use-estimates.ts";

type EstimateDialogProps = {
  budgetId: number;
  row: BudgetCategoryRow;
  isoCurrencyCode: string;
  onClose: () => void;
};

/** An empty field means no estimate; a half-typed amount is NaN and refused. */
const estimateSchema = z.object({ estimate: z.int("Enter an amount or leave it blank.").nullable() });

/**
 * Dialog for one category's estimate (docs/reference/product.md, "Dialogs and forms": action 'Save Estimate'). Stays
 * open if saving fails.
 */
export function EstimateDialog({ budgetId, row: latest, isoCurrencyCode, onClose }: EstimateDialogProps) {
  const formId = useId();
  // Keeps the row as it was on opening, so a reload doesn't change what the undo restores.
  const [row] = useState(latest);
  const { save, remove } = useEstimates(budgetId, isoCurrencyCode);
  const [isRemoving, setRemoving] = useState(false);
  const conflicts = useFieldConflicts();
  const form = useZodForm(estimateSchema, {
    estimate: row.estimate === 0 ? null : moneyOf(row.estimate, isoCurrencyCode),
  });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const { setFocus } = form;
  useEffect(() => {
    // Waits a frame, because the dialog takes the focus first.
    const frame = requestAnimationFrame(() => setFocus("estimate", { shouldSelect: true }));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);

  async function attempt(act: () => Promise<unknown>) {
    try {
      await act();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (conflicts.show(error)) return;
      applyServerErrors(form, withGoneWords(error.errors ?? { save: [failureText(error)] }, "This budget"));
    }
  }

  async function takeOut() {
    setRemoving(true);
    await attempt(() => remove(row));
    setRemoving(false);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={row.category}
      width="estimate"
      guard={guard}
      footer={
        <>
          {row.isInBudget ? (
            <span className={styles.remove}>
              <Button variant="quiet" icon="trash" isPending={isRemoving} onClick={() => void takeOut()}>
                Remove
              </Button>
            </span>
          ) : null}
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            Save Estimate
          </SubmitButton>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={({ estimate }) => attempt(() => save(row, estimate ?? 0, conflicts.takeDecided()))}
      >
        <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />
        <p className={styles.spent}>
          {moneyText(row.sum, isoCurrencyCode)} spent so far in {transactionsText(row.count)}.
        </p>
        <FormField control={form.control} name="estimate">
          {(field) => (
            <MoneyField
              label="Estimate"
              description="For the whole budget period."
              currency={isoCurrencyCode}
              placeholder={moneyText(0, isoCurrencyCode)}
              {...field}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
