import { useId, useRef, type ReactNode } from "react";
import { IconButton } from "#ui/button.tsx";
import { closeOnBackdrop } from "#ui/overlay/close-on-backdrop.ts";
import { useOnNavigation } from "../layouts/on-navigation.ts";
import { AreaIcon, type AreaIconName } from "./area-icon.tsx";
import styles from "./area-shell.module.css";

/** Tool of an area, such as the month selector, shown in the expanded rail, or as a sheet on phones. */
export type AreaTool = { label: string; icon: AreaIconName; content: ReactNode };

/** Button in the phone's bar that opens the area's tool as a sheet. A native dialog handles focus and Escape. */
export function AreaSheet({ tool }: { tool: AreaTool }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOnNavigation(() => sheet.current?.close());
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        onClick={() => sheet.current?.showModal()}
      >
        <AreaIcon name={tool.icon} />
        <span className={styles.name}>{tool.label}</span>
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click closes from the backdrop; Escape, the keyboard's way, is the dialog's own */}
      <dialog ref={sheet} className={styles.sheet} aria-labelledby={titleId} onClick={closeOnBackdrop}>
        <div className={styles.sheetPanel}>
          <header className={styles.sheetHead}>
            <h2 id={titleId} className={styles.sheetTitle}>
              {tool.label}
            </h2>
            <IconButton icon="close" label="Close" onClick={() => sheet.current?.close()} />
          </header>
          {tool.content}
        </div>
      </dialog>
    </>
  );
}
