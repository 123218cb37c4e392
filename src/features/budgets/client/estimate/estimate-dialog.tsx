import { useState } from "react";
import { z } from "zod";
import { moneyOf, moneyText } from "#client/words/money-text.ts";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { Button } from "#ui/button.tsx";
import { FormDialog, showRefusal } from "#client/forms/form-dialog.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
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

/** Noun for a refusal because the budget was deleted. */
const thing = "This budget";

/**
 * Dialog for one category's estimate (docs/reference/product.md, "Dialogs and forms": action 'Save Estimate'). Stays
 * open if saving fails.
 */
export function EstimateDialog({ budgetId, row: latest, isoCurrencyCode, onClose }: EstimateDialogProps) {
  // Keeps the row as it was on opening, so a reload doesn't change what the undo restores.
  const [row] = useState(latest);
  const { save, remove } = useEstimates(budgetId, isoCurrencyCode);
  const [isRemoving, setRemoving] = useState(false);
  const conflicts = useFieldConflicts();
  const form = useZodForm(estimateSchema, {
    estimate: row.estimate === 0 ? null : moneyOf(row.estimate, isoCurrencyCode),
  });

  async function takeOut() {
    setRemoving(true);
    try {
      await remove(row);
      onClose();
    } catch (error) {
      showRefusal(form, error, { thing, conflicts });
    }
    setRemoving(false);
  }

  return (
    <FormDialog
      form={form}
      title={row.category}
      width="estimate"
      action="Save Estimate"
      onSubmit={async ({ estimate }) => {
        await save(row, estimate ?? 0, conflicts.takeDecided());
        onClose();
      }}
      onClose={onClose}
      thing={thing}
      conflicts={conflicts}
      focused="estimate"
      otherAction={
        row.isInBudget ? (
          <span className={styles.remove}>
            <Button variant="quiet" icon="trash" isPending={isRemoving} onClick={() => void takeOut()}>
              Remove
            </Button>
          </span>
        ) : null
      }
    >
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
    </FormDialog>
  );
}
