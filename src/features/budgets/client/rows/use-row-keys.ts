import { useEffect, useEffectEvent, type RefObject } from "react";

type RowKeys = {
  /** Holds the table; `j` and `k` go over its rows. */
  region: RefObject<HTMLElement | null>;
  /** Single letters and what they do; not while somebody types. */
  keys: Readonly<Record<string, () => void>>;
};

/** Letters for people who sort many rows: next, previous, select, and whatever the screen adds (`src/client/command-palette/shortcut-list.ts`). */
export function useRowKeys({ region, keys }: RowKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return;
    const boxes = [
      ...(region.current?.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]") ?? []),
    ];
    const act = { ...rowMoves(boxes), ...keys }[event.key];
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
    // Elsewhere the arrows scroll the page.
    ...(at < 0 ? {} : { ArrowDown: next, ArrowUp: previous, x: () => boxes[at]?.click() }),
  };
}

/** A dialog lies over the rows: what is typed is meant for it, even before it has the focus. */
function isCovered(): boolean {
  return document.querySelector("dialog[open], [role=dialog], [role=alertdialog]") !== null;
}

/** A checkbox takes no text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return (
    target.closest(
      "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]",
    ) !== null
  );
}
