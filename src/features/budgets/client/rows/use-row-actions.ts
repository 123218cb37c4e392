import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, mayGoBetter } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { useIsOnShow } from "#client/use-is-on-show.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { rowCalls, type Done } from "./row-calls.ts";

type Act = {
  run: () => Promise<Done>;
  /** What could not be done, in words: "The category could not be saved." */
  failed: string;
  onDone?: (() => void) | undefined;
};

/**
 * Everything that is done with rows of a budget. Each action is saved at once and for a while taken back by its toast;
 * afterwards the budget is reloaded (docs/reference/product.md, "Budget screens"), and then `onReloaded` runs. What
 * fails stays said above the table, with a way to try again where that may help.
 */
export function useRowActions(budgetId: number, { onReloaded }: { onReloaded?: () => void } = {}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ act: Act; text: string; canRetry: boolean } | null>(null);
  const isOnShow = useIsOnShow();
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
      if (isOnShow.current) onReloaded?.();
    },
    onError: (error, act) => {
      const text = `${act.failed} ${failureText(error)}`;
      // The toast with Undo outlives its page, and so must what it says when that fails.
      if (isOnShow.current) setFailure({ act, text, canRetry: mayGoBetter(error) });
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
        : {
            text: failure.text,
            retry: failure.canRetry ? () => mutate(failure.act) : null,
            close: () => setFailure(null),
          },
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
