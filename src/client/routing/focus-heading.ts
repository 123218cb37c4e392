import { focusWhenLost } from "./focus-when-lost.ts";

/** Frames after which a closed dialog has given the focus back to what opened it, if that is there. */
const returningFrames = 4;

/** Focuses the page's heading if nothing gets the focus after an action that may have removed what had it. Nothing scrolls. */
export function focusHeadingWhenLost(frames = returningFrames): void {
  focusWhenLost({ focus: () => (frames > 1 ? focusHeadingWhenLost(frames - 1) : focusHeading()) });
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
