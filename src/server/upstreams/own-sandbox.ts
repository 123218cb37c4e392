import { timingSafeEqual } from "node:crypto";
import { AppError } from "#shared/errors.ts";
import type { AppContext, Kernel } from "../feature.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";
import { deriveKey } from "../settings/secret-key.ts";

/** Where this server is: its public origin, and the address at which it reaches itself. */
export type OwnAddress = { selfOrigin: () => string; internalOrigin: () => string };

type SandboxKernel = Pick<Kernel, "settings" | "secretKey">;

/** By this header a sandbox knows its own site; everything else that the site sends to it can be read in its sources. */
const ownHeader = "x-folio-own";

/**
 * A `fetch` to the outside and to this server's own sandboxes. What they say of themselves holds the public address,
 * which may lie behind a proxy that this process cannot reach: it asks itself at its inner one.
 */
export function fetchWithOwnSandboxes(
  outside: typeof fetch,
  { settings, secretKey }: SandboxKernel,
  address: OwnAddress,
): typeof fetch {
  if (!Object.values(settings.modes).includes("sandbox")) return outside;
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
 * Who may ask the sandboxes of a site that strangers can reach. Their keys are no secrets, so whatever takes a key is for the
 * site itself; others get what a browser needs, so often a minute. On loopback everything is open to everybody.
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
        sandbox: ["This sandbox answers its own site only."],
      });
    }
  };
}

/** The pages of the sign-in and of linking, and GitHub as it answers whoever does not say who they are. */
function isForBrowsers(c: AppContext): boolean {
  const { path } = c.req;
  if (path === "/sandbox/plaid/link" || path === "/sandbox/plaid/link.css") return true;
  if (c.req.header("authorization") !== undefined || /\/(?:access_)?token\/*$/i.test(path)) return false;
  return path.startsWith("/sandbox/entra/") || path.startsWith("/sandbox/github/");
}

function ownMark(secretKey: Buffer): string {
  return deriveKey(secretKey, "own sandbox calls").toString("base64url");
}
