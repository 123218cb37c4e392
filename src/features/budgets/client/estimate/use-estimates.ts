import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/money-text.ts";
import { ApiError } from "#shared/envelope.ts";
import type { Decision } from "#shared/field-merge.ts";
import { money, toUnits } from "#shared/money.ts";
import type { BudgetCategoryRow } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { offerUndo } from "../undo-toast.ts";

/** The estimate of one category: where it stood before is what its undo brings back. */
export type EstimatedCategory = Pick<
  BudgetCategoryRow,
  "financialCategoryId" | "category" | "estimate" | "isInBudget"
>;

/** Sets estimates and takes categories out of a budget; each can be undone from its toast. Rejects with the ApiError. */
export function useEstimates(budgetId: number, isoCurrencyCode: string) {
  const api = useApi();
  const queryClient = useQueryClient();

  async function set(
    category: string,
    estimate: number,
    over: { basedOn?: { estimate: number | null }; decided?: Decision[] } = {},
  ): Promise<number> {
    try {
      const set = { budgetId, financialCategoryName: category, estimate, ...over };
      const saved = await api.post("/api/UpdateBudgetCategoryEstimate", set);
      await reloadBudgets(queryClient);
      return saved.estimate;
    } catch (error) {
      // Refused for what another tab has saved: the screen below must show it.
      if (error instanceof ApiError && error.statusCode === 409) await reloadBudgets(queryClient);
      throw error;
    }
  }

  async function takeOut(financialCategoryId: number) {
    const { undo } = await api.post("/api/RemoveBudgetCategory", { budgetId, financialCategoryId });
    await reloadBudgets(queryClient);
    return undo;
  }

  return {
    /** `minor`: minor units of the budget's currency. The category joins the budget where it was not in it. */
    save: async (row: EstimatedCategory, minor: number, decided: { decided?: Decision[] } = {}) => {
      const basedOn = { estimate: row.isInBudget ? row.estimate : null };
      const estimate = await set(row.category, toUnits(money(minor), isoCurrencyCode), {
        basedOn,
        ...decided,
      });
      offerUndo(`${row.category}: estimate ${moneyText(estimate, isoCurrencyCode)}.`, () =>
        row.isInBudget
          ? set(row.category, row.estimate, { basedOn: { estimate } })
          : takeOut(row.financialCategoryId),
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
