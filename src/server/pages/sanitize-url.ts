const nowhere = "https://folio-base.invalid";

/** A sanitized URL; null if it must be removed. */
export type CleanUrl = { href: string; external: boolean } | null;

/**
 * Parses a URL exactly as a browser does (the WHATWG parser drops tabs, newlines and the like) and serializes it again, so that
 * no spelling trick survives. Without `baseUrl`, relative URLs are resolved against the site's root.
 * @param protocols allowed ones with their colon, such as `["https:"]`
 */
export function cleanUrl(raw: string, protocols: readonly string[], baseUrl?: string): CleanUrl {
  const value = raw.trim();
  if (value === "" || !URL.canParse(value, baseUrl ?? nowhere)) return null;
  const url = new URL(value, baseUrl ?? nowhere);
  if (url.origin === nowhere) {
    // "/.//host" would become "//host", which is another site.
    return { href: url.pathname.replace(/^\/+/, "/") + url.search + url.hash, external: false };
  }
  if (!protocols.includes(url.protocol)) return null;
  url.username = "";
  url.password = "";
  return { href: url.href, external: url.protocol !== "mailto:" };
}
