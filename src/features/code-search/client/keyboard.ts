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

/** Makes `/` focus a search field instead of opening the command palette, except while someone types. */
export function useFieldKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const input = field.current;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (input === null || isElsewhere(event.target, input)) return;
      event.preventDefault();
      event.stopPropagation();
      input.focus();
      input.select();
    }
    // Before the shortcuts of the page, which listen to the same document.
    document.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [field]);
}
