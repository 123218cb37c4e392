import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After a change of place focus goes to the page's heading, so that a screen reader and the Tab key start there. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return undefined;
    lastPathname.current = pathname;
    let heading = focusHeading();
    // A skeleton's heading gives way to the page's own: the focus follows, unless somebody has moved on.
    const observer = new MutationObserver(() => {
      if (heading?.isConnected === false && document.activeElement === document.body)
        heading = focusHeading();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

function focusHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (heading === null) return null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
