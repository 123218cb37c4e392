import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { useCreationKeys } from "#client/data/creation-key.ts";
import { calling, useUndoable, type Act } from "#client/use-undoable.ts";
import { budgetsQuery, reloadBudgets } from "../budget-queries.ts";

/** The budget an action applies to. */
export type NamedBudget = { budgetId: number; budgetName: string; seriesId?: number | null };

/**
 * Returns actions that copy, delete, and restore budgets. Each saves at once and can be undone from its toast.
 * `onDeleted` moves the focus or the person once the budget is gone.
 */
export function useBudgetActions(onDeleted: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { perform, isPending, failure } = useUndoable({ renew: reloadBudgets });
  const copies = useCreationKeys();

  function handleDeleted({ budgetId }: NamedBudget) {
    queryClient.setQueryData(budgetsQuery(api).queryKey, (budgets) =>
      budgets?.filter((one) => one.budgetId !== budgetId),
    );
    onDeleted();
  }

  function copy({ budgetId, budgetName }: NamedBudget) {
    perform({
      failedText: `Couldn’t copy ${budgetName}.`,
      run: async () => {
        const requestId = copies.keyOf(budgetId);
        const made = await api.post("/api/CopyBudget", { budgetId, requestId });
        copies.renew(budgetId);
        return { text: `Created ${made.budgetName}.`, undo: deleteBudget(api, made, handleDeleted) };
      },
    });
  }

  return {
    copy,
    remove: (budget: NamedBudget) => perform(deleteBudget(api, budget, handleDeleted)),
    removeSeries: (budget: NamedBudget) => perform(deleteSeries(api, budget, onDeleted)),
    isPending,
    failure,
  };
}

function deleteBudget(api: Api, budget: NamedBudget, onDeleted: (budget: NamedBudget) => void): Act {
  const { budgetId, budgetName } = budget;
  return calling({
    call: async () => {
      await api.post("/api/DeleteBudget", { budgetId });
      onDeleted(budget);
    },
    text: `Deleted ${budgetName}.`,
    failedText: `Couldn’t delete ${budgetName}.`,
    undo: calling({
      call: () => api.post("/api/RestoreBudget", { budgetId }),
      text: `Restored ${budgetName}.`,
      failedText: `Couldn’t restore ${budgetName}.`,
    }),
  });
}

function deleteSeries(api: Api, { seriesId, budgetName }: NamedBudget, onDeleted: () => void): Act {
  const body = { seriesId: seriesId ?? 0 };
  return calling({
    call: async () => {
      await api.post("/api/DeleteBudgetSeries", body);
      onDeleted();
    },
    text: `Deleted ${budgetName} and its other periods.`,
    failedText: `Couldn’t delete all periods of ${budgetName}.`,
    undo: calling({
      call: () => api.post("/api/RestoreBudgetSeries", body),
      text: `Restored ${budgetName} and its other periods.`,
      failedText: `Couldn’t restore the periods of ${budgetName}.`,
    }),
  });
}
