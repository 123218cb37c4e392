import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { Callout } from "#ui/status/callout.tsx";
import type { AccessItemView } from "../../contract.ts";
import { BalanceDialog } from "./balance-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { ManualDialog } from "./manual-dialog.tsx";
import type { ManualAsk } from "./manual-menu.tsx";
import { invalidateInstitutions } from "../institution-queries.ts";
import type { ManualAccount } from "./manual-form.ts";

type ManualDialogsProps = {
  ask: ManualAsk;
  banks: readonly AccessItemView[];
  onClose: () => void;
  /** Called instead once the account is gone. */
  onGone: () => void;
};

/** The dialog about manual accounts that is asked for. */
export function ManualDialogs({ ask, banks, onClose, onGone }: ManualDialogsProps) {
  if (ask.kind === "check") return <BalanceDialog account={ask.account} onClose={onClose} />;
  if (ask.kind === "delete")
    return <AccountDeleteDialog account={ask.account} onClose={onClose} onDeleted={onGone} />;
  if (ask.kind === "link")
    return <LinkDialog account={ask.account} banks={banks} onClose={onClose} onLinked={onGone} />;
  return (
    <ManualDialog
      edited={ask.kind === "edit" ? ask : null}
      bankNames={banks.flatMap(({ item, institution }) =>
        item.state === "manual" ? [institution.name] : [],
      )}
      onClose={onClose}
    />
  );
}

/** Confirms that a manual account is deleted with its transactions. */
function AccountDeleteDialog({
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
