import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";

/** A category with the estimate that an undo would restore. */
export type EstimatedCategory = Pick<
  BudgetCategoryRow,
  "financialCategoryId" | "category" | "estimate" | "isInBudget"
>;

/**
 * Returns actions that set estimates and remove categories from a budget; each can be undone from its toast. They reject
 * with ApiError.
 */
export function useEstimates(budgetId: number, isoCurrencyCode: string) {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });

  const set = (
    category: string,
    estimate: number,
    over: { basedOn?: { estimate: number | null }; decided?: Decision[] } = {},
  ) =>
    api.post("/api/UpdateBudgetCategoryEstimate", {
      budgetId,
      financialCategoryName: category,
      estimate,
      ...over,
    });
  const takeOut = (financialCategoryId: number, basedOn?: { estimate: number }) =>
    api.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId, basedOn });

  return {
    /** Saves an estimate in minor units of the budget's currency and adds the category to the budget if needed. */
    save: (row: EstimatedCategory, minor: number, decided: { decided?: Decision[] } = {}) =>
      save(
        () =>
          set(row.category, toUnits(money(minor), isoCurrencyCode), {
            basedOn: { estimate: row.isInBudget ? row.estimate : null },
            ...decided,
          }),
        ({ estimate }) => ({
          text: `Set the ${row.category} estimate to ${moneyText(estimate, isoCurrencyCode)}.`,
          undo: takingBack(() =>
            row.isInBudget
              ? set(row.category, row.estimate, { basedOn: { estimate } })
              : takeOut(row.financialCategoryId, { estimate }),
          ),
        }),
      ),
    remove: (row: EstimatedCategory) =>
      save(
        () => takeOut(row.financialCategoryId),
        ({ undo }) =>
          undo && {
            text: `Removed ${row.category} from this budget.`,
            undo: takingBack(() =>
              set(undo.financialCategoryName, undo.estimate, { basedOn: { estimate: null } }),
            ),
          },
      ),
  };
}
