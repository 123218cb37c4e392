import { focusHeading } from "./focus-heading.ts";

/** About two seconds, longer than any dialog takes to close. */
const maxFrames = 120;
/** Frames after which a closed dialog has given the focus back to what opened it, if that is there. */
const returningFrames = 4;

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

/**
 * Focuses the heading of a region, or else of the page, if nothing gets the focus after an action that may have removed what had
 * it. Nothing scrolls.
 */
export function focusHeadingWhenLost(region?: Element | null, frames = returningFrames): void {
  focusWhenLost({
    focus: () => (frames > 1 ? focusHeadingWhenLost(region, frames - 1) : focusHeading(region)),
  });
}
