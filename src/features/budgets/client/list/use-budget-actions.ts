import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, mayGoBetter } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import type { FailedRequest } from "#client/request-failed-dialog.tsx";
import { useIsOnShow } from "#client/use-is-on-show.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { budgetsQuery, reloadBudgets } from "../budget-queries.ts";

/** The budget that something is done with. */
export type NamedBudget = { budgetId: number; budgetName: string };

type Act = { kind: "copy" | "delete" | "restore"; budget: NamedBudget };

/**
 * Copies a budget to its next period, deletes it, brings it back. Each is done at once and for a while taken back by its
 * toast. `onDeleted` is where the focus or the person goes when the budget is gone.
 */
export function useBudgetActions(onDeleted: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<(Act & { error: Error }) | null>(null);
  const isOnShow = useIsOnShow();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ kind, budget: { budgetId } }: Act): Promise<NamedBudget | null> => {
      if (kind === "copy") return api.post("/api/CopyBudget", { budgetId });
      if (kind === "delete") await api.post("/api/DeleteBudget", { budgetId });
      else await api.post("/api/RestoreBudget", { budgetId });
      return null;
    },
    onSuccess: async (copy, { kind, budget }) => {
      setFailed(null);
      if (copy !== null) tellCopied(copy);
      else if (kind === "delete") handleDeleted(budget);
      else toastQueue.add({ message: `Restored ${budget.budgetName}.`, tone: "positive" });
      await reloadBudgets(queryClient);
    },
    onError: (error, act) => {
      if (isOnShow.current) setFailed({ ...act, error });
      // The toast with Undo outlives its page, and so must what it says when that fails.
      else toastQueue.add({ message: failedText(act, error), tone: "negative", timeoutMs: 0 });
    },
  });

  function tellCopied(copy: NamedBudget) {
    toastQueue.add({
      message: `Made ${copy.budgetName}.`,
      tone: "positive",
      action: { label: "Undo", onAction: () => mutate({ kind: "delete", budget: copy }) },
    });
  }

  function handleDeleted(budget: NamedBudget) {
    const { budgetId, budgetName } = budget;
    queryClient.setQueryData(budgetsQuery(api).queryKey, (budgets) =>
      budgets?.filter((one) => one.budgetId !== budgetId),
    );
    toastQueue.add({
      message: `Deleted ${budgetName}.`,
      action: { label: "Undo", onAction: () => mutate({ kind: "restore", budget }) },
    });
    onDeleted();
  }

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: failedText(failed, failed.error),
          retry: mayGoBetter(failed.error)
            ? () => mutate({ kind: failed.kind, budget: failed.budget })
            : null,
          close: () => setFailed(null),
        };
  return {
    copy: (budget: NamedBudget) => mutate({ kind: "copy", budget }),
    remove: (budget: NamedBudget) => mutate({ kind: "delete", budget }),
    isPending,
    failure,
  };
}

function failedText({ kind, budget }: Act, error: Error): string {
  return `${budget.budgetName} could not be ${doneWords[kind]}. ${failureText(error)}`;
}

const doneWords: Record<Act["kind"], string> = { copy: "copied", delete: "deleted", restore: "restored" };
