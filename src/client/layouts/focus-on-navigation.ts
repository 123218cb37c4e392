import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After a change of place focus goes to the page's heading, so that a screen reader and the Tab key start there. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const heading =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
