import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { failureText, isNotFound, canRetry } from "./data/api-failure.ts";
import type { FailedRequest } from "./forms/request-failed-dialog.tsx";
import { useIsOnShow } from "./use-is-on-show.ts";

/** Action performed without a confirmation. */
export type Act = {
  /** Performs the action; rejects on failure. */
  run: () => Promise<Done>;
  /** Message on failure: "Couldn’t delete Unit 2." */
  failedText: string;
};

/** Result of an action: a sentence, and the action that undoes it, if any. */
export type Done = { text: string; undo?: Act | undefined };

/** Creates an action of one call, whose answer doesn't matter; `text` says that it's done. */
export function calling({ call, failedText, ...done }: CallAct): Act {
  return {
    failedText,
    run: async () => {
      await call();
      return done;
    },
  };
}

type CallAct = Done & Pick<Act, "failedText"> & { call: () => Promise<unknown> };

/** Creates an action that undoes something with a call. */
export function takingBack(call: () => Promise<unknown>, text = "Undone."): Act {
  return calling({ call, text, failedText: "Couldn’t undo that." });
}

type Running = { act: Act; isUndo: boolean; onDone?: (() => void) | undefined };

type Undoable = {
  /** Reloads data that an action or its undo may have changed; resolves once data on screen is reloaded. */
  renew?: (queryClient: QueryClient) => Promise<void>;
  /** Runs afterwards while the page is still open, for example to restore the focus. */
  onRenewed?: () => void;
};

/**
 * Runs a page's actions and offers to undo them in a toast (docs/architecture.md, "Undo"). The page shows a failed action
 * from `failure`. A failed undo, or an action whose page has been left, shows a toast that stays until closed.
 */
export function useUndoable({ renew = async () => undefined, onRenewed }: Undoable = {}) {
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<(Running & { error: Error }) | null>(null);
  const isOnShow = useIsOnShow();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act }: Running) => act.run(),
    onSuccess: async (done, { onDone }) => {
      setFailed(null);
      onDone?.();
      tell(done);
      await renew(queryClient);
      if (isOnShow.current) onRenewed?.();
    },
    onError: (error, running) => {
      if (running.isUndo || !isOnShow.current) tellFailed(running, error);
      else setFailed({ ...running, error });
      // Only the answer may have been lost, or someone else was faster, so data on screen may be out of date.
      void renew(queryClient);
    },
  });

  function tell({ text, undo }: Done): void {
    toastQueue.add(
      undo === undefined
        ? { message: text, tone: "positive" }
        : {
            message: text,
            action: { label: "Undo", onAction: () => mutate({ act: undo, isUndo: true }) },
          },
    );
  }

  function tellFailed(running: Running, error: Error): void {
    toastQueue.add({
      message: failedWords(running, error),
      tone: "negative",
      timeoutMs: 0,
      ...(canRetry(error) ? { action: { label: "Try again", onAction: () => mutate(running) } } : {}),
    });
  }

  /** Saves a form, which shows failures itself: rejects with the error. Reloads data on screen either way. */
  async function save<Saved>(
    call: () => Promise<Saved>,
    toldAs: (saved: Saved) => Done | null,
  ): Promise<Saved> {
    try {
      const saved = await call();
      const done = toldAs(saved);
      if (done !== null) tell(done);
      await renew(queryClient);
      return saved;
    } catch (error) {
      void renew(queryClient);
      throw error;
    }
  }

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: failedWords(failed, failed.error),
          retry: canRetry(failed.error) ? () => mutate(failed) : null,
          close: () => setFailed(null),
        };
  return {
    /** Performs an action; `onDone` runs once it succeeds, before data is reloaded. */
    perform: (act: Act, onDone?: () => void) => mutate({ act, isUndo: false, onDone }),
    /** Performs an undo that doesn't come from a toast. */
    undo: (act: Act, onDone?: () => void) => mutate({ act, isUndo: true, onDone }),
    save,
    /** Shows the result of something done elsewhere. */
    tell,
    isPending,
    failure,
  };
}

const staleText = "It was already undone, has changed since, or is more than a day old. Nothing was changed.";

function failedWords({ act, isUndo }: Running, error: Error): string {
  return `${act.failedText} ${isUndo && isNotFound(error) ? staleText : failureText(error)}`;
}
