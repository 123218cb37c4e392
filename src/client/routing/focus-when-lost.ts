/** About two seconds: longer than any dialog takes to leave. */
const mostFrames = 120;

/**
 * Gives an element the focus as soon as nothing has it: after an action that takes away what had it, and where a dialog
 * that is still leaving would take it back. Somebody who moves on in the meantime is left alone.
 */
export function focusWhenLost(element: { focus: () => void } | null, frames = mostFrames): void {
  if (element === null || frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element.focus();
    else focusWhenLost(element, frames - 1);
  });
}
