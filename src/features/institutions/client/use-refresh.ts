import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText, isAboutAccess } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { ApiError } from "#shared/envelope.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView } from "../contract.ts";
import { invalidateInstitutions, putItem } from "./institution-queries.ts";

/** Cause of a failed refresh; `waitSeconds` if the bank was refreshed too often. */
export type RefreshFailure = { message: string; waitSeconds: number | null };

const defaultWaitSeconds = 30;

/**
 * Refreshes a bank (`SyncAccessItem`, at most twice a minute). After a repair elsewhere, it's `RepairedAccessItem`, which may be
 * asked more often there.
 */
export function useRefresh(item: AccessItemView) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const { repairUrl, state } = item.item;
      const isRepaired = repairUrl !== undefined && (state === "repair" || state === "expiring");
      const { institutionAccessItemId } = item;
      return isRepaired
        ? api.post("/api/RepairedAccessItem", { institutionAccessItemId })
        : api.post("/api/SyncAccessItem", { institutionAccessItemId });
    },
    throwOnError: isAboutAccess,
    onSuccess: (fresh) => {
      putItem(queryClient, api, fresh);
      toastQueue.add(refreshMessage(item, fresh));
      void invalidateInstitutions(queryClient);
      // The button of a bank that was repaired is gone.
      focusHeadingWhenLost();
    },
  });
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!isTooOften(error)) return undefined;
    const endsAtMs = Date.now() + (error.retryAfterSeconds ?? defaultWaitSeconds) * 1000;
    function count() {
      const left = Math.ceil((endsAtMs - Date.now()) / 1000);
      setSecondsLeft(Math.max(0, left));
      if (left <= 0) reset();
    }
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [error, reset]);
  return {
    refresh: () => {
      if (!isPending) mutate();
    },
    isPending,
    failure: error === null ? null : failureOf(error, secondsLeft),
    dismiss: reset,
  };
}

function isTooOften(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.statusCode === 429;
}

function failureOf(error: Error, secondsLeft: number | null): RefreshFailure {
  if (!isTooOften(error)) return { message: failureText(error), waitSeconds: null };
  const waitSeconds = secondsLeft ?? error.retryAfterSeconds ?? defaultWaitSeconds;
  return { message: "You just refreshed this bank.", waitSeconds };
}

/** Returns the toast for a completed refresh. */
export function refreshMessage(
  before: AccessItemView,
  after: AccessItemView,
): { message: string; tone: "positive" | "neutral" } {
  const { name } = after.institution;
  const { state, transactionCount } = after.item;
  if (state !== "healthy" && state !== "expiring") {
    return { message: `Couldn’t refresh ${name}. See its card for details.`, tone: "neutral" };
  }
  const added = transactionCount - before.item.transactionCount;
  const words =
    added === 1 ? "1 new transaction" : added > 1 ? `${added} new transactions` : "no new transactions";
  return { message: `${name} is up to date, ${words}.`, tone: "positive" };
}
