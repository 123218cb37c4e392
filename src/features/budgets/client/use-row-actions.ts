import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#client/api-failure.ts";
import type { Api } from "#client/api.ts";
import { useApi } from "#client/app-context.tsx";
import { toastQueue } from "#ui/toast-queue.ts";
import type { BudgetFilter, ExclusionDecision } from "../contract.ts";
import { transactionsText } from "./budget-progress.ts";
import { reloadBudgets } from "./budget-queries.ts";

/** What an action came to, and how it is taken back. */
type Done = { message: string; undo?: () => Promise<unknown> };

type Act = {
  run: () => Promise<Done>;
  /** What could not be done, in words: "The category could not be saved." */
  failed: string;
  onDone?: (() => void) | undefined;
};

/** Rows named one by one, or all that a filter means. */
export type RowChoice = { ids: readonly number[] } | { filter: BudgetFilter };

/** One call takes so many (API.md). */
const mostRowsPerCall = 5_000;

/**
 * Everything that is done with rows of a budget. Each action is saved at once and for a while taken back by its toast;
 * afterwards the budget is reloaded (SPEC section 4). What fails stays said above the table with a way to try again.
 */
export function useRowActions(budgetId: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ act: Act; text: string } | null>(null);
  const isOnShow = useRef(false);
  useEffect(() => {
    isOnShow.current = true;
    return () => {
      isOnShow.current = false;
    };
  }, []);
  const { mutate, isPending } = useMutation({
    mutationFn: (act: Act) => act.run(),
    onSuccess: async ({ message, undo }, act) => {
      setFailure(null);
      act.onDone?.();
      toastQueue.add({
        message,
        tone: "positive",
        ...(undo === undefined ? {} : { action: { label: "Undo", onAction: () => mutate(undoing(undo)) } }),
      });
      await reloadBudgets(queryClient);
    },
    onError: (error, act) => {
      const text = `${act.failed} ${failureText(error)}`;
      // The toast with Undo outlives its page, and so must what it says when that fails.
      if (isOnShow.current) setFailure({ act, text });
      else toastQueue.add({ message: text, tone: "negative", timeoutMs: 0 });
    },
  });

  return {
    act: mutate,
    calls: rowCalls(api, budgetId),
    isPending,
    failure:
      failure === null
        ? null
        : { text: failure.text, retry: () => mutate(failure.act), close: () => setFailure(null) },
  };
}

function undoing(undo: () => Promise<unknown>): Act {
  return {
    failed: "That could not be undone.",
    run: async () => {
      await undo();
      return { message: "Undone." };
    },
  };
}

export type RowCalls = ReturnType<typeof rowCalls>;

function rowCalls(api: Api, budgetId: number) {
  async function decide(decisions: readonly ExclusionDecision[]): Promise<void> {
    for (const part of partsOf(decisions))
      await api.post("/api/SetExcludedTransactions", { budgetId, decisions: part });
  }

  return {
    async categorize(rows: RowChoice, financialCategoryId: number, words: string): Promise<Done> {
      const { updated, undo } =
        "filter" in rows
          ? await api.post("/api/CategorizeMatching", { budgetId, filter: rows.filter, financialCategoryId })
          : await api.post(
              "/api/BulkUpdateTransactionCategory",
              rows.ids.map((transactionId) => ({ transactionId, financialCategoryId, budgetId })),
            );
      return {
        message: `${transactionsText(updated)}: ${words}.`,
        undo: async () => {
          for (const part of partsOf(undo))
            await api.post(
              "/api/BulkUpdateTransactionCategory",
              part.map((row) => ({ ...row, budgetId })),
            );
        },
      };
    },

    /** One row, as the row's own action (SPEC section 7). */
    async exemptOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/SetExcludedTransaction", { transactionId, budgetId });
      return {
        message: `${name} is exempt from this budget.`,
        undo: () => api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId }),
      };
    },

    async restoreOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId });
      return {
        message: `${name} counts in this budget again.`,
        undo: () => api.post("/api/SetExcludedTransaction", { transactionId, budgetId }),
      };
    },

    async setExempt(rows: RowChoice, excluded: boolean): Promise<Done> {
      const { updated, undo } =
        "filter" in rows
          ? await api.post("/api/SetExcludedMatching", { budgetId, filter: rows.filter, excluded })
          : await api.post("/api/SetExcludedTransactions", {
              budgetId,
              decisions: rows.ids.map((transactionId) => ({ transactionId, excluded })),
            });
      return {
        message: excluded
          ? `Exempted ${transactionsText(updated)}.`
          : `Restored ${transactionsText(updated)}.`,
        undo: () => decide(undo),
      };
    },

    async acceptTransfers(): Promise<Done> {
      const { updated, undo } = await api.post("/api/AcceptTransfers", { budgetId });
      return { message: `Exempted ${transactionsText(updated)} as transfers.`, undo: () => decide(undo) };
    },

    async countAsSpending(transactionId: number, name: string, countsAsSpending: boolean): Promise<Done> {
      const set = (value: boolean) =>
        api.post("/api/SetCountsAsSpending", { transactionId, countsAsSpending: value });
      await set(countsAsSpending);
      return {
        message: countsAsSpending ? `${name} counts in budgets.` : `${name} is income, not counted.`,
        undo: () => set(!countsAsSpending),
      };
    },

    async moveMarks(fromTransactionId: number, toTransactionId: number): Promise<Done> {
      await api.post("/api/MoveTransactionMarks", { fromTransactionId, toTransactionId });
      return {
        message: "The marks are with the posted row.",
        undo: () => api.post("/api/RestoreRemovedTransaction", { transactionId: fromTransactionId }),
      };
    },

    async dismissRemoved(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/DismissRemovedTransaction", { transactionId });
      return {
        message: `${name} is off the list.`,
        undo: () => api.post("/api/RestoreRemovedTransaction", { transactionId }),
      };
    },
  };
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / mostRowsPerCall) }, (_, index) =>
    rows.slice(index * mostRowsPerCall, (index + 1) * mostRowsPerCall),
  );
}
