/** Loopback has several names; a site on this machine answers to each of them. Elsewhere an origin stands alone. */
export function siblingOrigins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  if (!loopback.includes(hostname)) return [origin];
  return loopback.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/** Those that a Content-Security-Policy can name: it has no word for an IPv6 address, whose own pages are covered by 'self'. */
export function policyOrigins(origins: readonly string[]): string[] {
  return origins.filter((origin) => !origin.includes("["));
}
