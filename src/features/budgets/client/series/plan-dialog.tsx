import { useState } from "react";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { useZodForm } from "#ui/form/form.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { PlanFields } from "./plan-fields.tsx";
import { planFields, planFormSchema } from "./plan-form.ts";
import { carriedText } from "./plan-words.ts";
import { usePlans } from "./use-plans.ts";

type PlanDialogProps = { budget: BudgetView; row: BudgetCategoryRow; onClose: () => void };

/** Dialog for a category of a budget that repeats: its estimate, what it carries over, and its goal. */
export function PlanDialog({ budget: latestBudget, row: latest, onClose }: PlanDialogProps) {
  // Keeps the values from opening, so that a reload doesn't change the basis of the save or what the undo restores.
  const [{ budget, row }] = useState({ budget: latestBudget, row: latest });
  const { isoCurrencyCode } = budget;
  const [defaults] = useState(() => planFields(row, isoCurrencyCode));
  const form = useZodForm(planFormSchema, defaults);
  const conflicts = useFieldConflicts();
  const { save } = usePlans(budget, row, defaults);
  const carried = carriedText(row, isoCurrencyCode);
  return (
    <FormDialog
      form={form}
      title={row.category}
      width="estimate"
      action="Save Estimate"
      onSubmit={async (fields) => {
        await save(fields, conflicts.takeDecided());
        onClose();
      }}
      onClose={onClose}
      thing="This budget"
      conflicts={conflicts}
    >
      <p>
        {moneyText(row.sum, isoCurrencyCode)} spent so far in {transactionsText(row.count)}.
        {carried === null ? null : ` ${carried}.`}
      </p>
      <PlanFields form={form} isoCurrencyCode={isoCurrencyCode} accessItems={budget.budgetAccessItems} />
    </FormDialog>
  );
}
