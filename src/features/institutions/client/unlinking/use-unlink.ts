import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, isAboutAccess, canRetry } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import type { FailedRequest } from "#client/forms/request-failed-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView } from "../../contract.ts";
import { invalidateInstitutions } from "../institution-queries.ts";

type Unlinking = { item: AccessItemView; keepHistory: boolean };

/** Unlinks a bank; its card shows the progress. Calls `onDone` once the server has accepted the request. */
export function useUnlink(onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<(Unlinking & { error: Error }) | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ item, keepHistory }: Unlinking) => {
      const { institutionAccessItemId } = item;
      await api.post("/api/RemoveAccessItem", { institutionAccessItemId, keepHistory });
    },
    throwOnError: isAboutAccess,
    onSuccess: async (_data, { item }) => {
      await followUp(item);
      setFailed(null);
      onDone();
    },
    onError: (error, unlinking) => {
      if (!isAboutAccess(error)) setFailed({ ...unlinking, error });
    },
  });

  /** Shows a toast if the bank has already confirmed. Otherwise its state is `removing`, and the page polls it. */
  async function followUp(item: AccessItemView) {
    const items = await queryClient
      .fetchQuery({ ...institutionsQuery(api), staleTime: 0, retry: false })
      // The unlink succeeded anyway. The list is reloaded below and shows its own error.
      .catch(() => null);
    const message = items === null ? null : unlinkMessage(item, items);
    if (message !== null) toastQueue.add({ message, tone: "positive" });
    void invalidateInstitutions(queryClient);
  }

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: `Couldn’t ${failed.item.item.state === "manual" ? "delete" : "unlink"} ${failed.item.institution.name}. ${failureText(failed.error)}`,
          retry: canRetry(failed.error) ? () => mutate(failed) : null,
          close: () => setFailed(null),
        };
  return { unlink: (unlinking: Unlinking) => mutate(unlinking), isPending, failure };
}

/** Returns the message for a completed unlink; null while the bank hasn't confirmed it. */
export function unlinkMessage(before: AccessItemView, items: readonly AccessItemView[]): string | null {
  const { name } = before.institution;
  const now = items.find((item) => item.institutionAccessItemId === before.institutionAccessItemId);
  if (now === undefined) {
    if (before.item.state === "manual") return `Deleted ${name}.`;
    return before.item.state === "unlinked"
      ? `The history of ${name} is deleted.`
      : `${name} is unlinked and its history is deleted.`;
  }
  return now.item.state === "unlinked" ? `${name} is unlinked. Its history is kept.` : null;
}
