import { useEffect, useState } from "react";

/** What a shortcut opens over the page: the command palette, or the list of shortcuts. */
export type Overlay = "palette" | "shortcuts";

/** The overlay that a key press asks for; keys typed into a field are text, but for Mod+K. */
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

/** Listens to the whole page and says which overlay is open. */
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
