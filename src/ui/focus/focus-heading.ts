/**
 * Focuses the heading of a region or, if it has none or is gone, of the page. Doesn't scroll. Returns it; null while the person
 * types in a dialog, or if the page has nothing to focus.
 */
export function focusHeading(region?: Element | null): HTMLElement | null {
  if (document.activeElement?.matches("[role=dialog] input")) return null;
  const own = region?.isConnected ? region.querySelector<HTMLElement>("h1, h2, h3, h4") : null;
  const heading = own ?? document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
