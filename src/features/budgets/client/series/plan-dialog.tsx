import { useId, useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { ConflictPanel, useFieldConflicts, withGoneWords } from "#client/field-conflicts.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { applyServerErrors, Form, SubmitButton, useUnsavedGuard, useZodForm } from "#ui/form/form.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { PlanFields } from "./plan-fields.tsx";
import { planFields, planFormSchema } from "./plan-form.ts";
import { carriedText } from "./plan-words.ts";
import { usePlans } from "./use-plans.ts";

type PlanDialogProps = { budget: BudgetView; row: BudgetCategoryRow; onClose: () => void };

/** Dialog for a category of a budget that repeats: its estimate, what it carries over, and its goal. */
export function PlanDialog({ budget: latestBudget, row: latest, onClose }: PlanDialogProps) {
  const formId = useId();
  // Keeps the values from opening, so that a reload doesn't change the basis of the save or what the undo restores.
  const [{ budget, row }] = useState({ budget: latestBudget, row: latest });
  const { isoCurrencyCode } = budget;
  const [defaults] = useState(() => planFields(row, isoCurrencyCode));
  const form = useZodForm(planFormSchema, defaults);
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const conflicts = useFieldConflicts();
  const { save } = usePlans(budget, row, defaults);
  const carried = carriedText(row, isoCurrencyCode);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={row.category}
      width="estimate"
      guard={guard}
      footer={
        <>
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
        onSubmit={async (fields) => {
          try {
            await save(fields, conflicts.takeDecided());
            onClose();
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if (conflicts.show(error)) return;
            const errors = error.errors ?? { save: [failureText(error)] };
            applyServerErrors(form, withGoneWords(errors, "This budget"));
          }
        }}
      >
        <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />
        <p>
          {moneyText(row.sum, isoCurrencyCode)} spent so far in {transactionsText(row.count)}.
          {carried === null ? null : ` ${carried}.`}
        </p>
        <PlanFields form={form} isoCurrencyCode={isoCurrencyCode} accessItems={budget.budgetAccessItems} />
      </Form>
    </Dialog>
  );
}
