import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, isAboutAccess, mayGoBetter } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import type { FailedRequest } from "#client/request-failed-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { AccessItemView } from "../../contract.ts";
import { forgetInstitutions } from "../institution-queries.ts";

type Unlinking = { item: AccessItemView; keepHistory: boolean };

/** Unlinks an institution; the card shows how the bank takes it. `onDone` comes once the server has taken it on. */
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

  /** Most banks answer at once: then it is told here. Otherwise the card is `removing`, and watched. */
  async function followUp(item: AccessItemView) {
    const items = await queryClient
      .fetchQuery({ ...institutionsQuery(api), staleTime: 0, retry: false })
      // It is unlinked all the same: the list is asked for again below, and says itself that it cannot be read.
      .catch(() => null);
    const message = items === null ? null : unlinkNews(item, items);
    if (message !== null) toastQueue.add({ message, tone: "positive" });
    void forgetInstitutions(queryClient);
  }

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: `${failed.item.institution.name} could not be unlinked. ${failureText(failed.error)}`,
          retry: mayGoBetter(failed.error) ? () => mutate(failed) : null,
          close: () => setFailed(null),
        };
  return { unlink: (unlinking: Unlinking) => mutate(unlinking), isPending, failure };
}

/** What an unlink has come to, by the list read after it; null while the bank has not confirmed it. */
export function unlinkNews(before: AccessItemView, items: readonly AccessItemView[]): string | null {
  const { name } = before.institution;
  const now = items.find((item) => item.institutionAccessItemId === before.institutionAccessItemId);
  if (now === undefined) {
    return before.item.state === "unlinked"
      ? `The history of ${name} is deleted.`
      : `${name} is unlinked and its history is deleted.`;
  }
  return now.item.state === "unlinked" ? `${name} is unlinked. Its history stays.` : null;
}
