/** Far above what browsers send; what lies beyond it is not read. */
const maxCookies = 200;

/**
 * The name of a cookie of ours: `__Host-` ties it to this very host over https; browsers refuse that prefix on plain
 * http, so a site on loopback uses the bare name (docs/reference/product.md, "Sessions").
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/**
 * Name to value. Only spaces and tabs around either are taken off, as browsers do: to `trim()` a no-break space is blank as
 * well, and "\u00A0__Host-folio", which a neighbouring subdomain may set, would pass for ours. A name that comes twice is
 * left out: which of the two is ours cannot be told. Never throws.
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

/** The whitespace of RFC 6265 section 5.2, and no other. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === " " || text[at] === "\t";
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** A `Set-Cookie` line: HttpOnly, SameSite=Lax, Path=/, Secure on https. `value` must need no quoting (base64url does not). */
export function serializeCookie(
  name: string,
  value: string,
  options: { isHttps: boolean; maxAgeSeconds: number },
): string {
  const secure = options.isHttps ? "; Secure" : "";
  return `${cookieName(name, options.isHttps)}=${value}; Path=/; Max-Age=${Math.floor(options.maxAgeSeconds)}; HttpOnly; SameSite=Lax${secure}`;
}

/** A `Set-Cookie` line that removes a cookie. */
export function expiredCookie(name: string, isHttps: boolean): string {
  return serializeCookie(name, "", { isHttps, maxAgeSeconds: 0 });
}
