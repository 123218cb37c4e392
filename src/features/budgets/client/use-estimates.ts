import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/money-text.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow } from "../contract.ts";
import { reloadBudgets } from "./budget-queries.ts";
import { offerUndo } from "./undo-toast.ts";

/** The estimate of one category: where it stood before is what its undo brings back. */
export type EstimatedCategory = Pick<
  BudgetCategoryRow,
  "financialCategoryId" | "category" | "estimate" | "isInBudget"
>;

/** Sets estimates and takes categories out of a budget; each can be undone from its toast. Rejects with the ApiError. */
export function useEstimates(budgetId: number, isoCurrencyCode: string) {
  const api = useApi();
  const queryClient = useQueryClient();

  async function set(category: string, estimate: number): Promise<void> {
    await api.post("/api/UpdateBudgetCategoryEstimate", {
      budgetId,
      financialCategoryName: category,
      estimate,
    });
    await reloadBudgets(queryClient);
  }

  async function takeOut(financialCategoryId: number) {
    const { undo } = await api.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId });
    await reloadBudgets(queryClient);
    return undo;
  }

  return {
    /** `minor`: minor units of the budget's currency. The category joins the budget where it was not in it. */
    save: async (row: EstimatedCategory, minor: number) => {
      const estimate = toUnits(money(minor), isoCurrencyCode);
      await set(row.category, estimate);
      offerUndo(`${row.category}: estimate ${moneyText(estimate, isoCurrencyCode)}.`, () =>
        row.isInBudget ? set(row.category, row.estimate) : takeOut(row.financialCategoryId),
      );
    },
    remove: async (row: EstimatedCategory) => {
      const undo = await takeOut(row.financialCategoryId);
      if (undo === null) return;
      offerUndo(`${row.category} is out of this budget.`, () =>
        set(undo.financialCategoryName, undo.estimate),
      );
    },
  };
}
