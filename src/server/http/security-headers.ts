import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../feature.ts";
import type { Settings } from "../settings/settings.ts";

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

type PolicyOptions = { scriptHashes: string[]; development: boolean };

/** The Content-Security-Policy of every page: nothing inline but what is named by its hash. */
export function contentSecurityPolicy(settings: Settings, options: PolicyOptions): string {
  return written(pageDirectives(settings, options));
}

/**
 * Whether this page's document may open Plaid's dialog: `/accounts`, where Plaid is live. A document that became this page
 * without being loaded as it has the policy of the one that was loaded.
 */
export function opensPlaidLink(settings: Pick<Settings, "modes">, path: string): boolean {
  return settings.modes.plaid === "live" && /^\/accounts\/?$/.test(path);
}

/**
 * The policy of the page on which Plaid's dialog opens (plaid.com/docs/link/web, "CSP directives"): one script and its frame,
 * and the style element that the script writes, which a hash cannot name since Plaid changes it. No inline script.
 */
export function plaidLinkPolicy(settings: Settings, options: PolicyOptions): string {
  const directives = pageDirectives(settings, options);
  const and = (name: string, source: string) => [...(directives[name] ?? []), source];
  return written({
    ...directives,
    "script-src": and("script-src", `${plaidLinkOrigin}/link/v2/stable/link-initialize.js`),
    "style-src-elem": ["'self'", "'unsafe-inline'"],
    "connect-src": and("connect-src", `https://${settings.PLAID_ENV}.plaid.com`),
    "frame-src": [plaidLinkOrigin],
  });
}

const plaidLinkOrigin = "https://cdn.plaid.com";

function pageDirectives(settings: Settings, options: PolicyOptions): Record<string, string[]> {
  const github = settings.modes.github === "live" ? [new URL(settings.GITHUB_API_URL).origin] : [];
  const posts =
    settings.WORDPRESS_URL === undefined ? [] : [new URL(settings.WORDPRESS_URL).origin, "https:"];
  const images = [...githubImageOrigins(settings), ...posts];
  return {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...options.scriptHashes],
    "style-src": ["'self'", ...(options.development ? ["'unsafe-inline'"] : [])],
    ...(options.development ? {} : { "style-src-elem": ["'self'", reactAriaStyleHash] }),
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", ...images],
    "media-src": ["'self'", ...posts],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...github],
    "worker-src": ["'self'", ...(options.development ? ["blob:"] : [])],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
}

function written(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Headers of every answer; a route may have set its own policy already. */
export function securityHeaders(settings: Settings, options: PolicyOptions): MiddlewareHandler<AppEnv> {
  const policy = contentSecurityPolicy(settings, options);
  const linkPolicy = plaidLinkPolicy(settings, options);
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-resource-policy", "same-origin");
    // A script or a style is no document: what a page may do says nothing there, and costs a kilobyte each time.
    if (c.req.path.startsWith("/assets/") && c.res.ok) return;
    const isLinkPage = opensPlaidLink(settings, c.req.path);
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", isLinkPage ? linkPolicy : policy);
    }
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("x-frame-options", "DENY");
    // A bank's own sign-in opens in a window of Plaid's frame, which tells the frame when it is done.
    headers.set("cross-origin-opener-policy", isLinkPage ? "same-origin-allow-popups" : "same-origin");
    headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
    if (c.get("origin")?.startsWith("https:")) {
      headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    }
  };
}
