import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { IconButton } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { KnownUser } from "../contract.ts";
import { usersQuery } from "./auth-queries.ts";
import { useVerified, verificationFailureText } from "#client/passkeys/verification.tsx";

/** The owner's button to remove a person with all their data, after a confirmation. */
export function RemovePerson({ person: { userId, userDetails } }: { person: KnownUser }) {
  const queryClient = useQueryClient();
  const { queryKey } = usersQuery(useApi());
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useVerified({
    action: (api) => api.post("/api/RemovePerson", { userId }),
    onSuccess: async () => {
      toastQueue.add({ message: `Removed ${userDetails}.`, tone: "positive" });
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <>
      <IconButton
        icon="trash"
        size="small"
        label={`Remove ${userDetails}`}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${userDetails}?`}
        confirmLabel="Remove person"
        isPending={isPending}
        errorMessage={error === null ? undefined : verificationFailureText(error)}
        onConfirm={() => mutate()}
        onCancel={() => {
          setIsAsking(false);
          reset();
        }}
      >
        They’re signed out at once and their passkeys stop working. Their banks are unlinked and all their
        data is deleted. You can’t undo this.
      </ConfirmDialog>
    </>
  );
}
