import { useState } from "react";
import { useDocumentEvent } from "./document-event.ts";

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
    target.closest("input, textarea, select, [contenteditable], dialog, [role$=dialog]") !== null
  );
}

/** Handles the page's shortcuts, except over a dialog with unsaved input; returns the open overlay, and how to change it. */
export function useShortcuts(): [Overlay | null, (overlay: Overlay | null) => void] {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useDocumentEvent("keydown", (event) => {
    const asked = overlayFor(event);
    if (asked === null) return;
    event.preventDefault();
    // The palette leads to other pages, which would lose it.
    if (document.querySelector("[data-unsaved]") === null) setOverlay(asked);
  });
  return [overlay, setOverlay];
}

/** Keys pressed while the overlay's code loads, which its field takes (`command-palette/early-text.ts`). */
export const earlyKeys: KeyboardEvent[] = [];

/** Keeps the keys that are pressed, in place of an overlay whose code is loading. */
export function EarlyKeys() {
  useDocumentEvent("keydown", (event) => {
    earlyKeys.push(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    event.preventDefault();
  });
  return null;
}
