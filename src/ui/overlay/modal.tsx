import type { ReactNode } from "react";
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../button.tsx";
import { useFocusReturn } from "./focus-return.ts";
import styles from "./modal.module.css";

/**
 * Widths: info 500 px, budget 600 px, estimate 400 px; `full` fills the window (docs/reference/product.md, "Dialogs and
 * forms"). `side` is a sheet of 400 px at the end of the window.
 */
export type ModalWidth = "info" | "budget" | "estimate" | "full" | "side";

export type ModalProps = {
  isOpen: boolean;
  /** Called on Escape, the close button, or a press outside; the owner decides whether to close. */
  onRequestClose: () => void;
  title: string;
  width?: ModalWidth | undefined;
  role?: "dialog" | "alertdialog" | undefined;
  /** Requests closing on a press outside. */
  isDismissable?: boolean | undefined;
  hasCloseButton?: boolean | undefined;
  children: ReactNode;
  /** Buttons at the end, main action last. They stay visible while the content scrolls. */
  footer?: ReactNode;
};

/** Frame of every dialog: backdrop, title, content, footer. Traps the focus and restores it. */
export function Modal({
  isOpen,
  onRequestClose,
  title,
  width = "info",
  role = "dialog",
  isDismissable = false,
  hasCloseButton = true,
  children,
  footer,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onRequestClose();
      }}
      isDismissable={isDismissable}
      className={styles.overlay}
    >
      <AriaModal className={styles.modal} data-width={width} data-card={role === "alertdialog" || undefined}>
        <Dialog role={role} className={styles.dialog}>
          <FocusReturn />
          <header className={styles.header}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {hasCloseButton ? <IconButton icon="close" label="Close" onClick={onRequestClose} /> : null}
          </header>
          <div className={styles.body}>{children}</div>
          {footer ? <footer className={styles.footer}>{footer}</footer> : null}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** Is there as long as a dialog is open. */
function FocusReturn() {
  useFocusReturn();
  return null;
}
