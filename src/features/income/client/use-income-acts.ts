import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, mayGoBetter } from "#client/data/api-failure.ts";
import type { FailedRequest } from "#client/request-failed-dialog.tsx";
import { useIsOnShow } from "#client/use-is-on-show.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { reloadIncome } from "./income-queries.ts";

/** Something done at once, that its toast takes back for a while. */
export type IncomeAct = {
  /** What has happened then, in a sentence, and the act that takes it back. */
  run: () => Promise<{ text: string; undo?: IncomeAct }>;
  /** "Unit 2 could not be deleted." */
  failedText: string;
};

/** Performs acts of income one by one; afterwards everything of income is asked for anew. */
export function useIncomeActs() {
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<{ act: IncomeAct; error: Error } | null>(null);
  const isOnShow = useIsOnShow();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: { act: IncomeAct; onDone?: (() => void) | undefined }) => act.run(),
    onSuccess: async ({ text, undo }, { onDone }) => {
      setFailed(null);
      onDone?.();
      toastQueue.add({
        message: text,
        ...(undo === undefined
          ? { tone: "positive" }
          : { action: { label: "Undo", onAction: () => mutate({ act: undo }) } }),
      });
      await reloadIncome(queryClient);
    },
    onError: async (error, { act }) => {
      if (isOnShow.current) setFailed({ act, error });
      // The toast with Undo outlives its page, and so must what it says when that fails.
      else toastQueue.add({ message: failedWords(act, error), tone: "negative", timeoutMs: 0 });
      // The answer may be all that was lost, or somebody was faster: what is on show may not be so any more.
      await reloadIncome(queryClient);
    },
  });

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: failedWords(failed.act, failed.error),
          retry: mayGoBetter(failed.error) ? () => mutate({ act: failed.act }) : null,
          close: () => setFailed(null),
        };
  return {
    perform: (act: IncomeAct, onDone?: () => void) => mutate({ act, onDone }),
    isPending,
    failure,
  };
}

function failedWords({ failedText }: IncomeAct, error: Error): string {
  return `${failedText} ${failureText(error)}`;
}
