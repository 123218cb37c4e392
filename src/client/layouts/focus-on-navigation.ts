import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusHeading } from "#ui/focus/focus-heading.ts";

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
