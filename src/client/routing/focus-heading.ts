/** About two seconds, like `focusWhenLost`. */
const maxFrames = 120;
/** Frames after which a closed dialog has given the focus back to what opened it, if that is there. */
const returningFrames = 3;

/** Focuses the page's heading if nothing gets the focus after an action that may have removed what had it. Nothing scrolls. */
export function focusHeadingWhenLost(frames = maxFrames, lostFrames = 0): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body;
    if (!isLost || lostFrames < returningFrames) {
      focusHeadingWhenLost(frames - 1, isLost ? lostFrames + 1 : 0);
      return;
    }
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
