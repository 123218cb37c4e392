import { useEffect, useEffectEvent, type RefObject } from "react";

type RowKeys = {
  /** Element that holds the table, whose rows `j` and `k` move through; empty for keys of a screen without rows. */
  region: RefObject<HTMLElement | null>;
  /** Actions by single letter, ignored while typing. */
  keys: Readonly<Record<string, () => void>>;
};

/**
 * Handles keyboard shortcuts for rows: next, previous, select, and those of the screen
 * (`src/client/command-palette/shortcut-list.ts`).
 */
export function useRowKeys({ region, keys }: RowKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return;
    const boxes = [
      ...(region.current?.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]") ?? []),
    ];
    const act = { ...(region.current === null ? {} : rowMoves(boxes)), ...keys }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

function rowMoves(boxes: HTMLInputElement[]): Record<string, () => void> {
  const at = boxes.findIndex((box) => box === document.activeElement);
  const next = () => boxes[Math.min(at + 1, boxes.length - 1)]?.focus();
  const previous = () => boxes[at < 0 ? boxes.length - 1 : Math.max(at - 1, 0)]?.focus();
  return {
    j: next,
    k: previous,
    // Outside the rows, arrow keys scroll the page.
    ...(at < 0 ? {} : { ArrowDown: next, ArrowUp: previous, x: () => boxes[at]?.click() }),
  };
}

/** Returns true if a dialog covers the rows; keys are then meant for it, even before it has focus. */
function isCovered(): boolean {
  return document.querySelector("dialog[open], [role=dialog], [role=alertdialog]") !== null;
}

/** Returns true if the target takes text; a checkbox doesn't. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return (
    target.closest(
      "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]",
    ) !== null
  );
}
