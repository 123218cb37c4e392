import { useEffect, useState } from "react";

/** Overlay opened by a shortcut: the command palette or the list of shortcuts. */
export type Overlay = "palette" | "shortcuts";

/** Returns the overlay for a key press; ignores typing in fields, except Ctrl or ⌘ K. */
function overlayFor(event: KeyboardEvent): Overlay | null {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") return "palette";
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  if (event.key === "/") return "palette";
  return event.key === "?" ? "shortcuts" : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], dialog") !== null
  );
}

/** Handles the page's shortcuts and returns the open overlay. */
export function useShortcuts() {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const asked = overlayFor(event);
      if (asked === null) return;
      event.preventDefault();
      setOverlay(asked);
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
  return { overlay, openOverlay: setOverlay, closeOverlay: () => setOverlay(null) };
}
