import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toastQueue } from "#ui/toast-queue.ts";

/** Signs the person out everywhere but here, after asking. */
export function EndOtherSessions() {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.post("/api/EndOtherSessions"),
    onSuccess: ({ ended }) => {
      setIsAsking(false);
      toastQueue.add({ message: messageFor(ended), tone: "positive" });
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
        errorMessage={error?.message}
        onConfirm={() => mutate()}
        onCancel={() => {
          setIsAsking(false);
          reset();
        }}
      >
        You stay signed in here. Every other browser where you are signed in has to sign in again.
      </ConfirmDialog>
    </>
  );
}

function messageFor(ended: number): string {
  if (ended === 0) return "You were signed in nowhere else.";
  return ended === 1 ? "Signed out 1 other session." : `Signed out ${ended} other sessions.`;
}
