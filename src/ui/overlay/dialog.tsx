import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Modal, type ModalWidth } from "./modal.tsx";
import type { UnsavedGuard } from "../form/unsaved-guard.ts";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Info 500 px, budget 600 px, estimate 400 px, or the full window (docs/reference/product.md, "Dialogs and forms"). */
  width?: ModalWidth | undefined;
  /** From `useUnsavedGuard`: asks before changes are lost. */
  guard?: UnsavedGuard | undefined;
  /** Whether a press outside closes; leave off for dialogs with forms. */
  isDismissable?: boolean | undefined;
  children: ReactNode;
  /** Buttons, main action last. A submit button here names its form by the `form` attribute. */
  footer?: ReactNode;
};

/** A dialog over the page: Escape and the close button close it, focus is kept inside and returns to where it was. */
export function Dialog({ isOpen, onClose, guard, children, ...frame }: DialogProps) {
  function requestClose(): void {
    if (guard) guard.request(onClose);
    else onClose();
  }
  return (
    <Modal {...frame} isOpen={isOpen} onRequestClose={requestClose}>
      {children}
      {guard ? (
        <ConfirmDialog
          isOpen={guard.isAsking}
          title="Discard changes?"
          confirmLabel="Discard changes"
          cancelLabel="Keep editing"
          onConfirm={guard.discard}
          onCancel={guard.keep}
        >
          What you changed here is not saved yet.
        </ConfirmDialog>
      ) : null}
    </Modal>
  );
}
