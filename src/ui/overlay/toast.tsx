import { useRef, useSyncExternalStore, type FocusEvent, type RefObject } from "react";
import { Button, IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import styles from "./toast.module.css";
import { toastQueue, type Toast } from "./toast-queue.ts";
import { toneIcons } from "../status/tone.ts";

export { toastQueue } from "./toast-queue.ts";

const nothing: readonly Toast[] = [];

/**
 * Region for toasts, one per page, present from the start so that screen readers watch it. Timers pause while the
 * pointer or the focus is inside. Closing the focused toast moves the focus to the next one or back to where it was.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.list, () => nothing);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);

  function handleFocus(event: FocusEvent) {
    toastQueue.pause();
    // Null after a focused toast was closed; the previous focus still counts.
    if (event.relatedTarget && !region.current?.contains(event.relatedTarget))
      cameFrom.current = event.relatedTarget;
  }

  function handleBlur(event: FocusEvent) {
    if (!region.current?.contains(event.relatedTarget)) toastQueue.resume();
  }

  function close(toast: Toast) {
    const hadFocus = region.current?.contains(document.activeElement) ?? false;
    const index = toasts.indexOf(toast);
    toastQueue.close(toast.key);
    if (hadFocus) requestAnimationFrame(() => moveFocus(region, index, cameFrom.current));
  }

  return (
    // React Aria's open dialogs hide the rest of the page from assistive technology, except elements with this mark.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only pauses the timers
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions"
      data-react-aria-top-layer="true"
      className={styles.region}
      onMouseEnter={toastQueue.pause}
      onMouseLeave={toastQueue.resume}
      onFocus={handleFocus}
      onBlur={handleBlur}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.key} toast={toast} onClose={() => close(toast)} />
      ))}
    </section>
  );
}

/** A toast, for the region and the gallery only. */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { action } = toast;
  return (
    <div className={classNames(styles.toast, styles[toast.tone])}>
      {toast.tone !== "neutral" && <Icon name={toneIcons[toast.tone]} className={styles.icon} />}
      <p className={styles.message}>{toast.message}</p>
      {action && (
        <Button
          size="small"
          onClick={() => {
            action.onAction();
            onClose();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Close" size="small" onClick={onClose} />
    </div>
  );
}

function moveFocus(region: RefObject<HTMLElement | null>, index: number, cameFrom: Element | null) {
  const rest = region.current?.children;
  const next = rest
    ?.item(Math.min(index, (rest?.length ?? 0) - 1))
    ?.querySelector<HTMLElement>("button:last-child");
  if (next) next.focus();
  else if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
}
