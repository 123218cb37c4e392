import { useEffect, useEffectEvent, type RefObject } from "react";

/**
 * Listens for single keys while `container` is shown, except in a field, with a modifier, or in a dialog above it.
 * `onKey` returns true if it handled the key.
 */
export function useKeys(container: RefObject<HTMLElement | null>, onKey: (key: string) => boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isElsewhere(event.target, container.current)) return;
    if (onKey(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

const dialogs = "dialog[open], [role=dialog], [role=alertdialog]";

function isElsewhere(target: EventTarget | null, container: HTMLElement | null): boolean {
  if (!(target instanceof Element) || container === null) return true;
  if (target.closest("input, textarea, select, [contenteditable]") !== null) return true;
  return target.closest(dialogs) !== container.closest(dialogs);
}
