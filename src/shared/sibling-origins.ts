const loopbackOrigin = /^(https?:\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Returns all names of a loopback site, which answers to each of them; any other origin has only one. */
export function siblingOrigins(origin: string): string[] {
  const [, scheme, port = ""] = loopbackOrigin.exec(origin) ?? [];
  if (scheme === undefined) return [origin];
  return ["localhost", "127.0.0.1", "[::1]"].map((name) => `${scheme}${name}${port}`);
}

/** Returns the origins a Content-Security-Policy can express. It can't name IPv6 addresses, whose own pages 'self' covers. */
export function policyOrigins(origins: readonly string[]): string[] {
  return origins.filter((origin) => !origin.includes("["));
}
