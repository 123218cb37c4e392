import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/money-text.ts";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";

/** The estimate of one category: where it stood before is what its undo brings back. */
export type EstimatedCategory = Pick<
  BudgetCategoryRow,
  "financialCategoryId" | "category" | "estimate" | "isInBudget"
>;

/** Sets estimates and takes categories out of a budget; each can be undone from its toast. Rejects with the ApiError. */
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
  const takeOut = (financialCategoryId: number) =>
    api.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId });

  return {
    /** `minor`: minor units of the budget's currency. The category joins the budget where it was not in it. */
    save: (row: EstimatedCategory, minor: number, decided: { decided?: Decision[] } = {}) =>
      save(
        () =>
          set(row.category, toUnits(money(minor), isoCurrencyCode), {
            basedOn: { estimate: row.isInBudget ? row.estimate : null },
            ...decided,
          }),
        ({ estimate }) => ({
          text: `${row.category}: estimate ${moneyText(estimate, isoCurrencyCode)}.`,
          undo: takingBack(() =>
            row.isInBudget
              ? set(row.category, row.estimate, { basedOn: { estimate } })
              : takeOut(row.financialCategoryId),
          ),
        }),
      ),
    remove: (row: EstimatedCategory) =>
      save(
        () => takeOut(row.financialCategoryId),
        ({ undo }) =>
          undo && {
            text: `${row.category} is out of this budget.`,
            undo: takingBack(() =>
              set(undo.financialCategoryName, undo.estimate, { basedOn: { estimate: null } }),
            ),
          },
      ),
  };
}
