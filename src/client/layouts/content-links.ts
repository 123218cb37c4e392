import { useEffect } from "react";
import { useNavigate } from "react-router";

/**
 * Links inside content (HTML from the server, no router's links) change the page as every other link does: without
 * loading the site anew. Other sites, feeds, files and sign-in stay the browser's.
 */
export function useContentLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function handleClick(event: MouseEvent) {
      const href = innerHref(event);
      if (href === null) return;
      event.preventDefault();
      const isSamePage = new URL(href, location.href).pathname === location.pathname;
      void navigate(href, { viewTransition: !isSamePage, preventScrollReset: isSamePage });
    }
    document.addEventListener("click", handleClick);
    return () => document.removeEventListener("click", handleClick);
  }, [navigate]);
}

function innerHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.closest("[data-prose]") === null) return null;
  if (link.origin !== location.origin || link.target !== "" || link.hasAttribute("download")) return null;
  // A place on the same page, and what a page's address never looks like: a file, a call, a sign-in.
  if (link.pathname === location.pathname && link.hash !== "") return null;
  if (link.pathname.includes(".") || link.pathname.startsWith("/api/")) return null;
  return `${link.pathname}${link.search}${link.hash}`;
}
