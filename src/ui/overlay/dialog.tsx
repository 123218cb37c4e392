import { type ReactNode, useEffect } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Modal, type ModalWidth } from "./modal.tsx";
import type { UnsavedGuard } from "../form/unsaved-guard.ts";
import { NavigationType, useBlocker, type BlockerFunction } from "react-router";

export type DialogProps = {
  /** True by default. */
  isOpen?: boolean | undefined;
  onClose: () => void;
  title: string;
  /** Info 500 px, budget 600 px, estimate 400 px, or the full window (docs/reference/product.md, "Dialogs and forms"). */
  width?: ModalWidth | undefined;
  /** From `useUnsavedGuard`: asks before changes are lost. */
  guard?: UnsavedGuard | undefined;
  /** Closes on a press outside; leave off for dialogs with forms. */
  isDismissable?: boolean | undefined;
  children: ReactNode;
  /** Buttons, main action last. A submit button here names its form by the `form` attribute. */
  footer?: ReactNode;
};

/** A dialog above the page. Escape and the close button close it; the focus stays inside and returns afterward. */
export function Dialog({ isOpen = true, onClose, guard, children, ...frame }: DialogProps) {
  function requestClose(): void {
    if (guard) guard.request(onClose);
    else onClose();
  }
  return (
    <Modal {...frame} isOpen={isOpen} onRequestClose={requestClose}>
      {children}
      {guard?.isDirty === true ? <BackGuard request={guard.request} /> : null}
      {guard ? (
        <ConfirmDialog
          isOpen={guard.isAsking}
          title="Discard changes?"
          confirmLabel="Discard changes"
          cancelLabel="Keep editing"
          onConfirm={guard.discard}
          onCancel={guard.keep}
        >
          Your changes haven’t been saved.
        </ConfirmDialog>
      ) : null}
    </Modal>
  );
}

/**
 * Asks before the browser's Back or Forward leaves a dialog with unsaved input, which it marks as such. Mount it only then: a
 * router has one blocker at a time.
 */
function BackGuard({ request }: Pick<UnsavedGuard, "request">) {
  const blocker = useBlocker(leavesDialog);
  useEffect(() => {
    if (blocker.state === "blocked") request(blocker.proceed, blocker.reset);
  }, [blocker, request]);
  return <span hidden data-unsaved />;
}

/** Links and the site's own steps can't leave a dialog. A dialog can be in the hash, and stays open while a list below it changes. */
const leavesDialog: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction === NavigationType.Pop &&
  (currentLocation.pathname !== nextLocation.pathname || currentLocation.hash !== nextLocation.hash);
