import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { Callout } from "#ui/status/callout.tsx";
import { invalidateInstitutions } from "../institution-queries.ts";
import type { ManualAccount } from "./manual-form.ts";

/** Confirms that a manual account is deleted with its transactions. */
export function AccountDeleteDialog({
  account: { accountId, name },
  onClose,
  onDeleted,
}: {
  account: ManualAccount["account"];
  onClose: () => void;
  /** Called instead once it's deleted. */
  onDeleted: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post("/api/DeleteManualAccount", { accountId }),
    throwOnError: endsScreen,
    onSuccess: async () => {
      toastQueue.add({ message: `Deleted ${name}.`, tone: "positive" });
      onDeleted();
      await invalidateInstitutions(queryClient);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete account"
      isPending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p>
        Deletes the account with all its transactions and your edits to them. You can’t undo this. To keep its
        history, close it instead.
      </p>
      {error === null ? null : (
        <Callout tone="negative" isLive>
          Couldn’t delete {name}. {failureText(error)}
        </Callout>
      )}
    </ConfirmDialog>
  );
}
