import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./feature.ts";
import type { Settings } from "./settings.ts";

/** The style element that React Aria's pressable adds; its text changes with versions, and an e2e test watches. */
const reactAriaStyleHash = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** CSP source of one inline script's exact text. */
export function scriptHash(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** Where pictures of GitHub come from: avatars and what READMEs show. Empty in the sandbox, which is this site. */
export function githubImageOrigins(settings: Pick<Settings, "modes" | "GITHUB_URL">): string[] {
  if (settings.modes.github === "sandbox") return [];
  const hosts = ["avatars", "raw", "camo", "user-images", "private-user-images"];
  return [
    new URL(settings.GITHUB_URL).origin,
    ...hosts.map((host) => `https://${host}.githubusercontent.com`),
  ];
}

/** The Content-Security-Policy of every page: nothing inline but what is named by its hash. */
export function contentSecurityPolicy(
  settings: Settings,
  options: { scriptHashes: string[]; development: boolean },
): string {
  const github = settings.modes.github === "live" ? [new URL(settings.GITHUB_API_URL).origin] : [];
  const images = [
    ...githubImageOrigins(settings),
    ...(settings.WORDPRESS_URL === undefined ? [] : [new URL(settings.WORDPRESS_URL).origin, "https:"]),
  ];
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...options.scriptHashes],
    "style-src": ["'self'", ...(options.development ? ["'unsafe-inline'"] : [])],
    ...(options.development ? {} : { "style-src-elem": ["'self'", reactAriaStyleHash] }),
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", ...images],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...github],
    "worker-src": ["'self'", ...(options.development ? ["blob:"] : [])],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Headers of every answer; a route may have set its own policy already. */
export function securityHeaders(policy: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-resource-policy", "same-origin");
    // A script or a style is no document: what a page may do says nothing there, and costs a kilobyte each time.
    if (c.req.path.startsWith("/assets/") && c.res.ok) return;
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", policy);
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("x-frame-options", "DENY");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
    if (c.get("origin")?.startsWith("https:")) {
      headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    }
  };
}
