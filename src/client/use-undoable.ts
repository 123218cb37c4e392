import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { failureText, isNotFound, mayGoBetter } from "./data/api-failure.ts";
import type { FailedRequest } from "./request-failed-dialog.tsx";

/** Something that a person does at once, without being asked whether they mean it. */
export type Act = {
  /** Rejects where it could not be done. */
  run: () => Promise<Done>;
  /** "Unit 2 could not be deleted." */
  failedText: string;
};

/** What has happened, in a sentence, and the act that takes it back, where there is one. */
export type Done = { text: string; undo?: Act };

/** Takes something back by a call that has no more to tell than the words it answers, if any. */
export function takingBack(call: () => Promise<unknown>, text = "Undone."): Act {
  return {
    failedText: "That could not be undone.",
    run: async () => {
      await call();
      return { text };
    },
  };
}

type Running = { act: Act; isUndo: boolean; onDone?: (() => void) | undefined };

type Undoable = {
  /** Asks anew for what an act, or its undo, may have changed. It resolves when what is on show has come. */
  renew?: (queryClient: QueryClient) => Promise<void>;
  /** Runs after that as long as the page is there, for the focus of what is gone. */
  onRenewed?: () => void;
};

/**
 * Acts of a page that a toast takes back for a while (docs/architecture.md, "Undo"). What fails is in `failure`, for the
 * page to show. A toast outlives its page, and so an undo that fails, like an act whose page is gone, is told by a
 * toast that stays until it is closed.
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
      // The answer may be all that was lost, or somebody was faster: what is on show may not be so any more.
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
      ...(mayGoBetter(error) ? { action: { label: "Try again", onAction: () => mutate(running) } } : {}),
    });
  }

  /** For a form, which shows itself what failed: rejects with that. What is on show is renewed either way. */
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
          retry: mayGoBetter(failed.error) ? () => mutate(failed) : null,
          close: () => setFailed(null),
        };
  return {
    /** `onDone` runs as soon as it is done, before what is on show is asked for anew. */
    perform: (act: Act, onDone?: () => void) => mutate({ act, isUndo: false, onDone }),
    /** The same for an act that takes something back, from elsewhere than its toast. */
    undo: (act: Act, onDone?: () => void) => mutate({ act, isUndo: true, onDone }),
    save,
    /** Tells what has been done otherwise. */
    tell,
    isPending,
    failure,
  };
}

const staleText =
  "It is undone already, was changed or deleted since, or was done more than a day ago: nothing was changed.";

function failedWords({ act, isUndo }: Running, error: Error): string {
  return `${act.failedText} ${isUndo && isNotFound(error) ? staleText : failureText(error)}`;
}

function useIsOnShow() {
  const isOnShow = useRef(false);
  useEffect(() => {
    isOnShow.current = true;
    return () => {
      isOnShow.current = false;
    };
  }, []);
  return isOnShow;
}
