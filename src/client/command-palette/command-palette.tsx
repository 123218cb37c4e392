import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { Overlay } from "../shortcuts.ts";
import { Palette } from "./palette.tsx";
import { shortcuts } from "./shortcut-list.ts";
import styles from "./command-palette.module.css";

/** Command palette and list of shortcuts, loaded on first use. */
export function CommandPalette({ view, onClose }: { view: Overlay; onClose: () => void }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles.overlay ?? ""}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog
          className={styles.dialog ?? ""}
          aria-label={view === "palette" ? "Command palette" : "Shortcuts"}
        >
          {view === "palette" ? <Palette onClose={onClose} /> : <ShortcutList />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function ShortcutList() {
  return (
    <div className={styles.shortcuts}>
      <Heading slot="title" className={styles.heading ?? ""}>
        Shortcuts
      </Heading>
      <dl className={styles.keys}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={styles.shortcut}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
