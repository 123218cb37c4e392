import { type ReactNode, useLayoutEffect } from "react";
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../button.tsx";
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

const dialogs = "[role=dialog], [role=alertdialog]";
/** Frames after which React Aria has given the focus back to what had it when a dialog opened, if that is there. */
const returningFrames = 2;

/** Element from which the open dialogs came; null if nothing had the focus. */
let opener: Element | null = null;

/**
 * Returns the focus to the element from which dialogs came. React Aria returns it to what had it when the last one opened, which may
 * be in another dialog that was replaced: a skeleton, for example.
 */
function FocusReturn() {
  useLayoutEffect(() => {
    rememberOpener(document.activeElement);
    return () => afterFrames(returningFrames, returnFocus);
  }, []);
  return null;
}

/** Remembers an element that stays: for an item of a menu, the button that opened the menu. */
function rememberOpener(focused: Element | null): void {
  const menu = focused?.closest("[role=menu]") ?? null;
  if (menu !== null) opener = document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  // Where a dialog replaces another, nothing has the focus now.
  else if (focused !== null && focused !== document.body && focused.closest(dialogs) === null)
    opener = focused;
}

function returnFocus(): void {
  if (document.querySelector(dialogs) !== null) return;
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
  opener = null;
}

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count === 1 ? act() : afterFrames(count - 1, act)));
}
