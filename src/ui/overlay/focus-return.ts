import { useLayoutEffect } from "react";

const dialogs = "[role=dialog], [role=alertdialog]";
/** Frames after which React Aria has given the focus back to what had it when a dialog opened, if that is there. */
const returningFrames = 2;

/** Element from which the open dialogs came; null if nothing had the focus. */
let opener: Element | null = null;

/**
 * Returns the focus to the element from which dialogs came. React Aria returns it to what had it when the last one opened, which may
 * be in another dialog that was replaced: a skeleton, for example.
 */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    rememberOpener(document.activeElement);
    return () => afterFrames(returningFrames, returnFocus);
  }, []);
}

/** Remembers an element that stays: for an item of a menu, the button that opened the menu. */
function rememberOpener(focused: Element | null): void {
  const menu = focused?.closest("[role=menu]") ?? null;
  if (menu !== null) opener = document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  // Where a dialog replaces another, nothing has the focus now.
  else if (focused !== null && focused !== document.body && focused.closest(dialogs) === null)
    opener = focused;
}

function returnFocus(): void {
  if (document.querySelector(dialogs) !== null) return;
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
  opener = null;
}

function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count === 1 ? act() : afterFrames(count - 1, act)));
}
