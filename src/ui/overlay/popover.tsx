import type { ReactNode, RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import styles from "./popover.module.css";

type PopoverProps = {
  /** Accessible name. */
  label: string;
  /** Element that it's next to and that gets the focus back. */
  anchor: RefObject<Element | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A small dialog next to an element. Escape and a press outside close it. */
export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  return (
    <AriaPopover
      isOpen
      triggerRef={anchor}
      placement="bottom start"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles.popover}
    >
      <Dialog aria-label={label} className={styles.dialog}>
        {children}
      </Dialog>
    </AriaPopover>
  );
}
