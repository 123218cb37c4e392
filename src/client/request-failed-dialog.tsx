import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";

/** What could not be done, in words; `retry` is null where it would only be refused again. */
export type FailedRequest = { text: string; retry: (() => void) | null; close: () => void };

type RequestFailedDialogProps = { failure: FailedRequest | null; isPending: boolean };

/** Says what could not be done and, where that may help, does it again on request. */
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
