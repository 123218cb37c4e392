const nowhere = "https://folio-base.invalid";

/** What a URL of somebody else's HTML may become; null where it may not stay at all. */
export type CleanUrl = { href: string; external: boolean } | null;

/**
 * Reads a URL exactly as a browser would (the WHATWG parser drops tabs, newlines and the like), and writes it anew, so
 * that no trick of spelling survives. Without `baseUrl` a relative address counts from the site's root.
 * @param protocols allowed ones with their colon, such as `["https:"]`
 */
export function cleanUrl(raw: string, protocols: readonly string[], baseUrl?: string): CleanUrl {
  const value = raw.trim();
  if (value === "" || !URL.canParse(value, baseUrl ?? nowhere)) return null;
  const url = new URL(value, baseUrl ?? nowhere);
  if (url.origin === nowhere) {
    // "/.//host" would come out as "//host", which is another site.
    return { href: url.pathname.replace(/^\/+/, "/") + url.search + url.hash, external: false };
  }
  if (!protocols.includes(url.protocol)) return null;
  url.username = "";
  url.password = "";
  return { href: url.href, external: url.protocol !== "mailto:" };
}
