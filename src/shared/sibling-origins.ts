const loopbackOrigin = /^(https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Loopback has several names; a site on this machine answers to each of them. Elsewhere an origin stands alone. */
export function siblingOrigins(origin: string): string[] {
  const [, scheme, port = ""] = loopbackOrigin.exec(origin) ?? [];
  if (scheme === undefined) return [origin];
  return ["localhost", "127.0.0.1", "[::1]"].map((name) => `${scheme}${name}${port}`);
}

/** Those that a Content-Security-Policy can name: it has no word for an IPv6 address, whose own pages are covered by 'self'. */
export function policyOrigins(origins: readonly string[]): string[] {
  return origins.filter((origin) => !origin.includes("["));
}
