import { randomUUID } from "node:crypto";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { AppError } from "#shared/errors.ts";
import { eventStream } from "../events/changes.ts";
import type { AppContext, AppEnv, Kernel } from "../feature.ts";
import type { Logger } from "../log.ts";
import type { Session } from "./session.ts";
import { isLoopbackHost, type Settings } from "../settings/settings.ts";

/** Finds a request's session from its cookies; `unknown` if the lookup failed. Never throws. */
export type ResolveSession = (request: {
  cookieHeader: string | undefined;
  isHttps: boolean;
  /** `User-Agent` and address, which the person sees in their list of sessions. */
  browser: { userAgent: string; address: string };
  /** False for background requests, which must not keep a session from becoming idle. */
  isUse: boolean;
}) => Promise<Session | "unknown" | null>;

/** Environment of the server's own calls during rendering, which have no rate limit and no log line. */
export const inProcess: AppEnv["Bindings"] = { inProcess: true };

export function isInProcess(c: AppContext): boolean {
  return c.env?.inProcess === true;
}

/** Headers in which a proxy names the original caller. */
export const forwardedHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** The first middleware: sets the request id, logger, caller's address and our own origin. */
export function requestContext(kernel: Kernel): MiddlewareHandler<AppEnv> {
  const isTrusted = trustedProxies(kernel.settings.TRUST_PROXY);
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", kernel.log.child({ requestId }));
    c.set("session", null);
    c.header("x-request-id", requestId);
    c.set("isSessionUnknown", false);
    c.set("clientAddress", clientAddress(peerAddress(c), c.req.header("x-forwarded-for"), isTrusted));
    try {
      c.set("origin", ownOrigin(c, kernel.settings));
    } catch (error) {
      // Refused before any route; the answer is made elsewhere, but logged here.
      record(c, error instanceof AppError ? error.statusCode : 500, "(refused)", startedAt);
      throw error;
    }
    await next();
    if (!isInProcess(c)) record(c, c.res.status, routeLabel(c), startedAt);
  };

  function record(c: AppContext, status: number, route: string, startedAt: number): void {
    const { method } = c.req;
    recordAnswer(kernel, c.get("log"), { method, path: loggedPath(c), route, status, startedAt });
  }
}

/**
 * Counts and logs an answer. `startedAt` is the value of `performance.now()` when the request arrived; `requestId` is for a log
 * that doesn't have it.
 */
export function recordAnswer(
  { metrics }: Pick<Kernel, "metrics">,
  log: Logger,
  answer: {
    method: string;
    path: string;
    route: string;
    status: number;
    startedAt: number;
    requestId?: string;
  },
): void {
  const { startedAt, route, ...logged } = answer;
  const { method, status } = logged;
  const seconds = (performance.now() - startedAt) / 1000;
  metrics.requestCount.inc({ method, route, status });
  metrics.requestSeconds.observe({ method, route }, seconds);
  log.info({ ...logged, ms: Math.round(seconds * 1000) }, "request");
}

/** Looks up the session, for calls and sign-in routes only, because pages are the same for everybody. */
export function sessionContext(resolveSession: ResolveSession): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const session = await resolveSession({
      cookieHeader: c.req.header("cookie"),
      isHttps: c.get("origin").startsWith("https:"),
      browser: browserOf(c),
      // An open page reconnects automatically, all night long.
      isUse: c.req.path !== eventStream.path,
    });
    c.set("session", session === "unknown" ? null : session);
    c.set("isSessionUnknown", session === "unknown");
    await next();
  };
}

/** Returns how the caller's browser introduces itself, and from which address. */
export function browserOf(c: AppContext): { userAgent: string; address: string } {
  return { userAgent: c.req.header("user-agent") ?? "", address: c.get("clientAddress") };
}

/** Returns the path for the log, without the part its route calls `:secret`, which would give access to whoever reads it. */
function loggedPath(c: AppContext): string {
  return matchedRoutes(c).find(({ path }) => path.includes("/:secret"))?.path ?? c.req.path;
}

/** Route label shared by all pages in the metrics. */
export const pageRoute = "(page)";

/** Returns a registered pattern: labels for arbitrary paths would fill the memory. */
function routeLabel(c: AppContext): string {
  if (c.res.status === 404) return "(none)";
  return matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? pageRoute;
}

/**
 * Returns the peer's address. In-process calls have no socket: rendering passes on the visitor's address, and tests come from
 * this machine.
 */
function peerAddress(c: AppContext): string {
  if (c.env?.visitorAddress !== undefined) return c.env.visitorAddress;
  if (c.env?.incoming === undefined) return "127.0.0.1";
  return getConnInfo(c).remote.address ?? "127.0.0.1";
}

/** Returns a predicate for addresses in `TRUST_PROXY`. */
export function trustedProxies(entries: string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, "");
    return (isIPv4(plain) || isIPv6(plain)) && trusted.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
}

/** Returns the right-most address not added by a trusted proxy; anything further left is the caller's own claim. */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer;
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  while (isTrusted(address)) {
    const hop = withoutPort(hops.pop());
    if (hop === undefined || (!isIPv4(hop) && !isIPv6(hop))) break;
    address = hop;
  }
  return address;
}

/** Removes a port, which some proxies add: "203.0.113.9:4711", "[2001:db8::1]:4711". */
function withoutPort(hop: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop ?? "") ?? [];
  return bracketed ?? plain ?? hop;
}

/**
 * Returns the site's origin for this request: PUBLIC_URL, or the requested loopback name.
 * @throws AppError 421 for a foreign Host, because links, redirects and cookies must not be built from it
 */
function ownOrigin(c: AppContext, settings: Settings): string {
  refuseForwardedSandbox(c, settings);
  const host = c.req.header("host") ?? "";
  const hostname = hostnameOf(host);
  if (settings.PUBLIC_URL !== undefined) {
    const own = new URL(settings.PUBLIC_URL);
    if (
      host.toLowerCase() === own.host ||
      isProbe(c) ||
      (isLoopbackHost(hostname) && (isLoopbackHost(own.hostname) || isOwnSandboxCall(c)))
    ) {
      return own.origin;
    }
    throw misdirected();
  }
  if (!isLoopbackHost(hostname)) throw misdirected();
  return `http://${host.toLowerCase()}`;
}

/** Returns true for health checks and scrapes, which use a server's address instead of its name. */
function isProbe(c: AppContext): boolean {
  return c.req.path === "/healthz" || c.req.path === "/readyz" || c.req.path === "/metrics";
}

/**
 * Returns true for the server's calls to its own sandboxes, which use its internal address: the public one may be behind a
 * proxy it can't reach.
 */
function isOwnSandboxCall(c: AppContext): boolean {
  return c.req.path.startsWith("/sandbox/");
}

function hostnameOf(host: string): string {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return "";
  }
}

/** Returns whether `refuseForwardedSandbox` refuses requests through a proxy. */
export function refusesForwarded({ modes, FOLIO_DEMO }: Pick<Settings, "modes" | "FOLIO_DEMO">): boolean {
  return modes.entra === "sandbox" && !FOLIO_DEMO;
}

/**
 * Refuses requests through a proxy to a sandbox sign-in: it lets anyone in, so it must not be reachable by strangers
 * (docs/reference/product.md, "Sandboxes").
 */
function refuseForwardedSandbox(c: AppContext, settings: Settings): void {
  if (!refusesForwarded(settings)) return;
  if (forwardedHeaders.some((name) => c.req.header(name) !== undefined)) {
    throw new AppError(403, {
      ACCESS_DENIED: ["Access Denied"],
      sandbox: [
        "The sandbox sign-in works only on this machine, not through a proxy. Set PUBLIC_URL to go live.",
      ],
    });
  }
}

function misdirected(): AppError {
  return new AppError(421, { host: ["This site doesn’t serve that host name."] });
}
