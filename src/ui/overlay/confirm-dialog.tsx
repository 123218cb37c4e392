import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Callout } from "../status/callout.tsx";
import { Modal } from "./modal.tsx";
import styles from "./confirm-dialog.module.css";

export type ConfirmDialogProps = {
  /** True by default. */
  isOpen?: boolean | undefined;
  title: string;
  /** Explanation of what will happen, in a sentence or two. */
  children: ReactNode;
  /** Other affected items, such as "3 income sources", one by one. */
  consequences?: readonly string[] | undefined;
  /** Label of the action: "Delete budget", never "OK". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDanger?: boolean | undefined;
  /** True while the action runs: the dialog can't be closed. */
  isPending?: boolean | undefined;
  /** Reason the action failed; the dialog stays open. */
  errorMessage?: string | undefined;
  /** Null if there is nothing to confirm: the dialog then only has a close button. */
  onConfirm: (() => void) | null;
  onCancel: () => void;
};

/** Asks before an action that is hard to undo. The focus starts on Cancel, not on the action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isPending = false, isDanger = true, consequences = [], errorMessage, onCancel } = props;
  function cancel(): void {
    if (!isPending) onCancel();
  }
  return (
    <Modal
      isOpen={props.isOpen ?? true}
      onRequestClose={cancel}
      title={props.title}
      width="info"
      role="alertdialog"
      hasCloseButton={false}
      footer={
        <>
          <CancelButton isBlocked={isPending} onClick={cancel}>
            {props.cancelLabel ?? "Cancel"}
          </CancelButton>
          {props.onConfirm === null ? null : (
            <Button variant={isDanger ? "danger" : "primary"} isPending={isPending} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        <div>{props.children}</div>
        {consequences.length > 0 ? (
          <ul className={styles.consequences}>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        ) : null}
        {errorMessage ? (
          <div role="alert">
            <Callout tone="negative">{errorMessage}</Callout>
          </div>
        ) : null}
      </div>
    </Modal>
  );
}

type CancelButtonProps = { isBlocked: boolean; onClick: () => void; children: ReactNode };

/** The Cancel button, on which an alert dialog's focus starts (WAI-ARIA). */
function CancelButton({ isBlocked, onClick, children }: CancelButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // One frame later, because a dialog below releases the focus only after this one is announced.
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Button ref={button} onClick={onClick} aria-disabled={isBlocked || undefined}>
      {children}
    </Button>
  );
}
