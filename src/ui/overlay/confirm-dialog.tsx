import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Callout } from "../status/callout.tsx";
import { Modal } from "./modal.tsx";
import styles from "./confirm-dialog.module.css";

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  /** What goes with it ("3 income sources"), named one by one. */
  consequences?: readonly string[] | undefined;
  /** The action in words: "Delete budget", never "OK". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDanger?: boolean | undefined;
  /** The action is under way: the dialog stays and cannot be closed. */
  isPending?: boolean | undefined;
  /** Why the action failed; the dialog stays open with it. */
  errorMessage?: string | undefined;
  /** Null where nothing is left to do but to read: then there is the way out only. */
  onConfirm: (() => void) | null;
  onCancel: () => void;
};

/** Asks before something that is not easily taken back. Focus starts on the way out, not on the action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isPending = false, isDanger = true, consequences = [], errorMessage, onCancel } = props;
  function cancel(): void {
    if (!isPending) onCancel();
  }
  return (
    <Modal
      isOpen={props.isOpen}
      onRequestClose={cancel}
      title={props.title}
      width="info"
      role="alertdialog"
      hasCloseButton={false}
      footer={
        <>
          <WayOut isBlocked={isPending} onClick={cancel}>
            {props.cancelLabel ?? "Cancel"}
          </WayOut>
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

type WayOutProps = { isBlocked: boolean; onClick: () => void; children: ReactNode };

/** The button that changes nothing: an alert dialog starts on it (WAI-ARIA). */
function WayOut({ isBlocked, onClick, children }: WayOutProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A frame later: a dialog below this one lets the focus go only when this one has announced itself.
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Button ref={button} onClick={onClick} aria-disabled={isBlocked || undefined}>
      {children}
    </Button>
  );
}
