/**
 * Focuses the page's heading without scrolling and returns it; null while the person types in a dialog, or if the page has
 * nothing to focus.
 */
export function focusHeading(): HTMLElement | null {
  if (document.activeElement?.matches("[role=dialog] input")) return null;
  const heading =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
