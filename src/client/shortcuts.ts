import { useEffect, useState } from "react";

/** What a shortcut opens over the page: the command palette, or the list of shortcuts. */
export type Overlay = "palette" | "shortcuts";

/** Every shortcut of the site, as the list behind `?` shows them. */
export const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ["/"], does: "Open the command palette" },
  { keys: ["Ctrl", "K"], does: "Open the command palette (⌘ K on a Mac)" },
  { keys: ["?"], does: "List the shortcuts" },
  { keys: ["j", "k"], does: "Code search: next and previous file" },
  { keys: ["n", "p"], does: "Code search: next and previous match in a file" },
  { keys: ["j", "k"], does: "Budget transactions: next and previous row" },
  { keys: ["x"], does: "Budget transactions: select the row" },
  { keys: ["c", "e", "f"], does: "Budget transactions: choose a category, exempt, search" },
  { keys: ["Esc"], does: "Close what is open" },
];

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
