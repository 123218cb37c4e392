import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../feature.ts";
import type { Settings } from "../settings/settings.ts";

/** Hash of the style element that React Aria's pressable adds. Its text changes between versions; an e2e test checks it. */
const reactAriaStyleHash = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** Returns the CSP source for the exact text of an inline script. */
export function scriptHash(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** Returns the origins of GitHub's pictures: avatars and images in READMEs. Empty for the sandbox, which is same-origin. */
export function githubImageOrigins(settings: Pick<Settings, "modes" | "GITHUB_URL">): string[] {
  if (settings.modes.github === "sandbox") return [];
  const hosts = ["avatars", "raw", "camo", "user-images", "private-user-images"];
  return [
    new URL(settings.GITHUB_URL).origin,
    ...hosts.map((host) => `https://${host}.githubusercontent.com`),
  ];
}

type PolicyOptions = { scriptHashes: string[]; development: boolean };

/** Returns the Content-Security-Policy of every page, which allows no inline code except by hash. */
export function contentSecurityPolicy(settings: Settings, options: PolicyOptions): string {
  return written(pageDirectives(settings, options));
}

/**
 * Returns whether the document at this path may open Plaid's dialog: `/accounts`, if Plaid is live. A document that navigated
 * here without a load keeps the policy it was loaded with.
 */
export function opensPlaidLink(settings: Pick<Settings, "modes">, path: string): boolean {
  return settings.modes.plaid === "live" && /^\/accounts\/?$/.test(path);
}

/**
 * Returns the policy of the page that opens Plaid's dialog (plaid.com/docs/link/web, "CSP directives"). It allows one script,
 * its frame, and the style element that script adds, which no hash can name because Plaid changes it. It allows no inline
 * scripts.
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

/** Sets the headers of every answer; a route may already have set its own policy. */
export function securityHeaders(settings: Settings, options: PolicyOptions): MiddlewareHandler<AppEnv> {
  const policy = contentSecurityPolicy(settings, options);
  const linkPolicy = plaidLinkPolicy(settings, options);
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-resource-policy", "same-origin");
    // A script or style is not a document, so the policy would only add a kilobyte.
    if (c.req.path.startsWith("/assets/") && c.res.ok) return;
    const isLinkPage = opensPlaidLink(settings, c.req.path);
    if (!headers.has("content-security-policy")) {
      headers.set("content-security-policy", isLinkPage ? linkPolicy : policy);
    }
    const isInvitation = c.req.path === "/sign-in" && c.req.query("invitation") !== undefined;
    headers.set("referrer-policy", isInvitation ? "no-referrer" : "strict-origin-when-cross-origin");
    headers.set("x-frame-options", "DENY");
    // A bank's sign-in opens in a window from Plaid's frame, which reports back to that frame.
    headers.set("cross-origin-opener-policy", isLinkPage ? "same-origin-allow-popups" : "same-origin");
    headers.set("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
    if (c.get("origin")?.startsWith("https:")) {
      headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    }
  };
}
