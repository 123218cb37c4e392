import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";

/** Failed request; `retry` is null if a retry can't help. */
export type FailedRequest = { text: string; retry: (() => void) | null; close: () => void };

type RequestFailedDialogProps = { failure: FailedRequest | null; isPending: boolean };

/** Dialog for a failed request, with a retry if that can help. */
export function RequestFailedDialog({ failure, isPending }: RequestFailedDialogProps) {
  return (
    <ConfirmDialog
      isOpen={failure !== null}
      title="Request Failed"
      confirmLabel="Try again"
      cancelLabel="Close"
      isDanger={false}
      isPending={isPending}
      onConfirm={failure?.retry ?? null}
      onCancel={() => failure?.close()}
    >
      {failure?.text}
    </ConfirmDialog>
  );
}
