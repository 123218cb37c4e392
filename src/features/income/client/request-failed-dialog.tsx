import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { FailedIncomeAct } from "./use-income-acts.ts";

type RequestFailedDialogProps = { failure: FailedIncomeAct | null; isPending: boolean };

/** Says what could not be done, and does it again on request (SPEC section 2; DECISIONS, "Meanings"). */
export function RequestFailedDialog({ failure, isPending }: RequestFailedDialogProps) {
  return (
    <ConfirmDialog
      isOpen={failure !== null}
      title="Request Failed"
      confirmLabel="Try again"
      cancelLabel="Close"
      isDanger={false}
      isPending={isPending}
      onConfirm={() => failure?.retry()}
      onCancel={() => failure?.close()}
    >
      {failure?.text}
    </ConfirmDialog>
  );
}
