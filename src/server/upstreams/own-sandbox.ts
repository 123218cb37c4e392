import { timingSafeEqual } from "node:crypto";
import { AppError } from "#shared/errors.ts";
import type { AppContext, Kernel } from "../feature.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";
import { deriveKey } from "../settings/secret-key.ts";
import { usesSandboxes } from "../settings/settings.ts";

/** Addresses of this server: its public origin, and the one at which it reaches itself. */
export type OwnAddress = { selfOrigin: () => string; internalOrigin: () => string };

type SandboxKernel = Pick<Kernel, "settings" | "secretKey">;

/** Header by which a sandbox recognizes its own site; everything else the site sends is public in the sources. */
const ownHeader = "x-folio-own";

/**
 * Creates a `fetch` for outside services and this server's own sandboxes. Sandbox addresses contain the public origin, which
 * may be behind a proxy this process can't reach, so those calls use the internal one.
 */
export function fetchWithOwnSandboxes(
  outside: typeof fetch,
  { settings, secretKey }: SandboxKernel,
  address: OwnAddress,
): typeof fetch {
  if (!usesSandboxes(settings)) return outside;
  const mark = ownMark(secretKey);
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOwn = url.origin === address.selfOrigin() && url.pathname.startsWith("/sandbox/");
    if (!isOwn) return outside(input, init);
    const headers = new Headers(init?.headers);
    headers.set(ownHeader, mark);
    return outside(`${address.internalOrigin()}${url.pathname}${url.search}`, { ...init, headers });
  };
}

/**
 * Restricts the sandboxes of a site that strangers can reach. Their keys are published, so anything that requires a key is
 * reserved for the site itself; others get what a browser needs, with a rate limit. On loopback everything is open.
 */
export function createSandboxGate(
  { settings, secretKey }: SandboxKernel,
  limiter: RateLimiter,
): (c: AppContext) => Promise<void> {
  const mark = Buffer.from(ownMark(secretKey));
  const isOwn = (c: AppContext) => {
    const given = Buffer.from(c.req.header(ownHeader) ?? "");
    return given.length === mark.length && timingSafeEqual(given, mark);
  };
  return async (c) => {
    if (settings.loopbackOnly || isOwn(c)) return;
    await limiter.take("read", { address: c.get("clientAddress") });
    if (!isForBrowsers(c)) {
      throw new AppError(403, {
        ACCESS_DENIED: ["Access Denied"],
        sandbox: ["This sandbox serves only its own site."],
      });
    }
  };
}

const pagesOfBanks: ReadonlySet<string> = new Set([
  "/sandbox/plaid/link",
  "/sandbox/plaid/link.css",
  "/sandbox/simplefin/create",
  "/sandbox/simplefin/banks",
  "/sandbox/simplefin/bridge.css",
]);

/** Returns true for the pages of sign-in and linking, and for GitHub's anonymous API. */
function isForBrowsers(c: AppContext): boolean {
  const { path } = c.req;
  if (pagesOfBanks.has(path)) return true;
  if (c.req.header("authorization") !== undefined || /\/(?:access_)?token\/*$/i.test(path)) return false;
  return path.startsWith("/sandbox/entra/") || path.startsWith("/sandbox/github/");
}

function ownMark(secretKey: Buffer): string {
  return deriveKey(secretKey, "own sandbox calls").toString("base64url");
}
