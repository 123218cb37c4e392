import { useState } from "react";
import { moneyText } from "#client/words/money-text.ts";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { Button } from "#ui/button.tsx";
import { FormDialog, showRefusal } from "#client/forms/form-dialog.tsx";
import { useZodForm } from "#ui/form/form.tsx";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import { EstimateField, PlanFields } from "../series/plan-fields.tsx";
import { planFields, planFormSchema } from "../series/plan-form.ts";
import { carriedText } from "../series/plan-words.ts";
import { usePlans } from "../series/use-plans.ts";
import { transactionsText } from "./budget-progress.ts";
import styles from "./estimate-dialog.module.css";
import { useEstimates } from "./use-estimates.ts";

type EstimateDialogProps = { budget: BudgetView; row: BudgetCategoryRow; onClose: () => void };

/** Noun for a refusal because the budget was deleted. */
const thing = "This budget";

/**
 * Dialog for one category's estimate (docs/reference/product.md, "Dialogs and forms": action 'Save Estimate'), and in a
 * budget that repeats, for what it carries over and its goal. Stays open if saving fails.
 */
export function EstimateDialog({ budget: latestBudget, row: latest, onClose }: EstimateDialogProps) {
  // Keeps the values from opening, so that a reload doesn't change the basis of the save or what the undo restores.
  const [{ budget, row }] = useState({ budget: latestBudget, row: latest });
  const { isoCurrencyCode } = budget;
  const isPlanned = budget.series !== null && row.isInBudget;
  const [defaults] = useState(() => planFields(row, isoCurrencyCode));
  const form = useZodForm(planFormSchema, defaults);
  const conflicts = useFieldConflicts();
  const { save, remove } = useEstimates(budget.budgetId, isoCurrencyCode);
  const plans = usePlans(budget, row, defaults);
  const [isRemoving, setRemoving] = useState(false);
  const carried = isPlanned ? carriedText(row, isoCurrencyCode) : null;

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
      onSubmit={async (fields) => {
        const decided = conflicts.takeDecided();
        await (isPlanned ? plans.save(fields, decided) : save(row, fields.estimate ?? 0, decided));
        onClose();
      }}
      onClose={onClose}
      thing={thing}
      conflicts={conflicts}
      focused="estimate"
      otherAction={
        row.isInBudget && !isPlanned ? (
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
        {carried === null ? null : ` ${carried}.`}
      </p>
      {isPlanned ? (
        <PlanFields form={form} isoCurrencyCode={isoCurrencyCode} accessItems={budget.budgetAccessItems} />
      ) : (
        <EstimateField form={form} isoCurrencyCode={isoCurrencyCode} />
      )}
    </FormDialog>
  );
}
