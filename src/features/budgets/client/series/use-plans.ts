import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { planToSave, type PlanFields } from "./plan-form.ts";

/** Returns the action that saves a category of a series, which can be undone from its toast. It rejects with ApiError. */
export function usePlans(budget: BudgetView, row: BudgetCategoryRow, former: PlanFields) {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });
  const { budgetId, isoCurrencyCode } = budget;
  const { financialCategoryId } = row;

  /** Returns nothing if a goal sets the estimate. */
  function estimateToSave({ goal, estimate }: PlanFields): { estimate?: number } {
    if (goal !== "none" && goal !== "balance") return {};
    return { estimate: toUnits(money(estimate ?? 0), isoCurrencyCode) };
  }

  async function set(
    fields: PlanFields,
    basis: PlanFields,
    decided: { decided?: Decision[] },
  ): Promise<void> {
    await api.post("/api/SaveCategoryPlan", {
      budgetId,
      financialCategoryId,
      appliesTo: fields.appliesTo,
      ...estimateToSave(fields),
      ...planToSave(fields, isoCurrencyCode),
      basedOn: { ...estimateToSave(basis), ...planToSave(basis, isoCurrencyCode) },
      ...decided,
    });
    if (fields.startsFresh === basis.startsFresh) return;
    const { startsFresh } = fields;
    await api.post("/api/SetFreshStart", { budgetId, financialCategoryId, startsFresh });
  }

  return {
    save: (fields: PlanFields, decided: { decided?: Decision[] }) =>
      save(
        () => set(fields, former, decided),
        () => ({
          text: `Saved ${row.category}.`,
          undo: takingBack(() => set({ ...former, appliesTo: fields.appliesTo }, fields, {})),
        }),
      ),
  };
}
