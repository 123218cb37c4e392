/** About two seconds, longer than any dialog takes to close. */
const maxFrames = 120;

/**
 * Focuses an element once nothing else has the focus: after an action removed the focused element, or while a closing
 * dialog would take the focus back. Doesn't interfere if the person moves the focus meanwhile.
 */
export function focusWhenLost(element: { focus: () => void } | null, frames = maxFrames): void {
  if (element === null || frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element.focus();
    else focusWhenLost(element, frames - 1);
  });
}
