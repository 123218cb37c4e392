/** Far above what browsers send; what lies beyond it is not read. */
const maxCookies = 200;

/**
 * The name of a cookie of ours: `__Host-` ties it to this very host over https; browsers refuse that prefix on plain
 * http, so a site on loopback uses the bare name (DESIGN, "Server rules").
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** Name to value, first one wins. Never throws: what is not a cookie is left out. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";", maxCookies)) {
    const cut = part.indexOf("=");
    if (cut < 1) continue;
    const name = part.slice(0, cut).trim();
    const value = part.slice(cut + 1).trim();
    if (name !== "" && !cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
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
