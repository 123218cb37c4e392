import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow, BudgetView } from "../../contract.ts";
import type { OwnPlan } from "../../series-contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { planToSave, type PlanFields } from "./plan-form.ts";

type Saved = { own: OwnPlan[] };

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

  /** Returns what other periods had of their own, for the undo. */
  async function set(
    fields: PlanFields,
    basis: PlanFields,
    more: { decided?: Decision[] } | Pick<Saved, "own">,
  ): Promise<Saved> {
    const saved = await api.post("/api/SaveCategoryPlan", {
      budgetId,
      financialCategoryId,
      appliesTo: fields.appliesTo,
      ...estimateToSave(fields),
      ...planToSave(fields, isoCurrencyCode),
      basedOn: { ...estimateToSave(basis), ...planToSave(basis, isoCurrencyCode) },
      ...more,
    });
    const { startsFresh } = fields;
    if (startsFresh !== basis.startsFresh)
      await api.post("/api/SetFreshStart", { budgetId, financialCategoryId, startsFresh });
    return saved;
  }

  return {
    save: (fields: PlanFields, decided: { decided?: Decision[] }) =>
      save(
        () => set(fields, former, decided),
        ({ own }) => ({
          text: `Saved ${row.category}.`,
          undo: takingBack(() => set({ ...former, appliesTo: fields.appliesTo }, fields, { own })),
        }),
      ),
  };
}
