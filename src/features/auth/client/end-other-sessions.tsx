import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { authQuery } from "#client/auth-state.ts";
import { failureText } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";

/** Button that signs the person out of all other browsers, after a confirmation. */
export function EndOtherSessions({ onEnded }: { onEnded?: () => unknown }) {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.post("/api/EndOtherSessions"),
    onSuccess: ({ ended }) => {
      setIsAsking(false);
      onEnded?.();
      toastQueue.add({ message: messageFor(ended), tone: "positive" });
    },
    onError: (failure) => {
      if (isSignedOut(failure)) void queryClient.invalidateQueries(authQuery(api));
    },
  });
  return (
    <>
      <Button icon="logout" onClick={() => setIsAsking(true)}>
        Sign out other sessions
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out other sessions?"
        confirmLabel="Sign out other sessions"
        isDanger={false}
        isPending={isPending}
        errorMessage={error === null ? undefined : errorText(error)}
        onConfirm={() => mutate()}
        onCancel={() => {
          setIsAsking(false);
          reset();
        }}
      >
        You’ll stay signed in here and be signed out of all other browsers.
      </ConfirmDialog>
    </>
  );
}

function messageFor(ended: number): string {
  if (ended === 0) return "You weren’t signed in anywhere else.";
  return ended === 1 ? "Signed out 1 other session." : `Signed out ${ended} other sessions.`;
}

/** True if the session has ended or was ended in another tab. */
function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.statusCode === 401;
}

function errorText(error: Error): string {
  if (!isSignedOut(error)) return failureText(error);
  return "You’re no longer signed in here. Close this and sign in again.";
}
