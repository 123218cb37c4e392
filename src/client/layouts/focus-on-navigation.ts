import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Moves the focus to the page's heading after navigation, for screen readers and the Tab key. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return undefined;
    lastPathname.current = pathname;
    let heading = focusHeading();
    // Follows when the page's heading replaces the skeleton's, unless the person has moved the focus.
    const observer = new MutationObserver(() => {
      if (heading?.isConnected === false && document.activeElement === document.body)
        heading = focusHeading();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

function focusHeading(): HTMLElement | null {
  // The person has opened a dialog meanwhile, and types.
  if (document.activeElement?.matches("[role=dialog] input")) return null;
  const heading =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
