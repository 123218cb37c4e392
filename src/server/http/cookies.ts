/** Maximum number of cookies that are read, far above what browsers send. */
const maxCookies = 200;

/**
 * Returns the full name of a cookie. Over https the prefix `__Host-` ties it to this host; browsers refuse the prefix on plain
 * http, so a loopback site uses the bare name (docs/reference/product.md, "Sessions").
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/**
 * Parses cookies by name. Like browsers, it trims only spaces and tabs: `trim()` would also remove a no-break space, so
 * "\u00A0__Host-folio", which a neighboring subdomain may set, would pass for ours. A duplicate name is dropped, because either
 * cookie could be ours. Never throws.
 */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  const repeated = new Set<string>();
  for (const part of (header ?? "").split(";", maxCookies)) {
    const cut = part.indexOf("=");
    if (cut < 1) continue;
    const name = withoutBlanks(part.slice(0, cut));
    if (name === "") continue;
    if (cookies.has(name)) repeated.add(name);
    cookies.set(name, withoutBlanks(part.slice(cut + 1)));
  }
  for (const name of repeated) cookies.delete(name);
  return cookies;
}

/** Trims the whitespace of RFC 6265, section 5.2, only. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/**
 * Returns a `Set-Cookie` value with SameSite=Lax, Path=/, HttpOnly unless scripts may read it, and, over https, Secure. `value`
 * must not need quoting (base64url doesn't).
 */
export function serializeCookie(
  name: string,
  value: string,
  options: { isHttps: boolean; maxAgeSeconds: number; isReadable?: boolean },
): string {
  const secure = options.isHttps ? "; Secure" : "";
  return `${cookieName(name, options.isHttps)}=${value}; Path=/; Max-Age=${Math.floor(options.maxAgeSeconds)}${options.isReadable === true ? "" : "; HttpOnly"}; SameSite=Lax${secure}`;
}

/** Returns a `Set-Cookie` value that deletes a cookie. */
export function expiredCookie(name: string, isHttps: boolean): string {
  return serializeCookie(name, "", { isHttps, maxAgeSeconds: 0 });
}
