import { useNavigate } from "react-router";
import { useDocumentEvent } from "../document-event.ts";

/**
 * Makes links inside content (HTML from the server) navigate without a full page load, except to other sites, feeds,
 * files, and sign-in.
 */
export function useContentLinks(): void {
  const navigate = useNavigate();
  useDocumentEvent("click", (event) => {
    const href = innerHref(event);
    if (href === null) return;
    event.preventDefault();
    const isSamePage = new URL(href, location.href).pathname === location.pathname;
    void navigate(href, { viewTransition: !isSamePage, preventScrollReset: isSamePage });
  });
}

function innerHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.closest("[data-prose]") === null) return null;
  if (link.origin !== location.origin || link.target !== "" || link.hasAttribute("download")) return null;
  // Fragments of the same page, files of this site (not of a repository), API calls, and sign-in.
  if (link.pathname === location.pathname && link.hash !== "") return null;
  const isFile = link.pathname.includes(".") && !link.pathname.startsWith("/repo/");
  if (isFile || link.pathname.startsWith("/api/")) return null;
  return `${link.pathname}${link.search}${link.hash}`;
}
