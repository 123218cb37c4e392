import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getConnInfo } from "@hono/node-server/conninfo";
import { gitHubSandboxClient } from "../sandbox-client.ts";
import { apiError, badCredentials, limitExceeded } from "./errors.ts";
import type { LimitResource } from "./rate-limits.ts";
import type { Caller, Sandbox, SandboxContext, SandboxEnv } from "./sandbox-context.ts";

/** Requests per hour and, for code search, per minute (docs/reference/upstreams.md, "GitHub limits"). */
export type SandboxLimitNumbers = { anonymousCore: number; core: number; codeSearch: number };

const exposedHeaders =
  "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, Sunset, Warning";
const allowedHeaders =
  "Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Accept-Encoding, X-GitHub-OTP, X-Requested-With, User-Agent, GraphQL-Features, X-Github-Next-Global-ID, X-GitHub-Api-Version, X-Fetch-Nonce, Copilot-Integration-Id, DD-CLIENT-TOKEN, X-Client-Application";

/** Answers a browser's CORS preflight (docs/reference/upstreams.md, "GitHub in browsers"). */
export function apiPreflight(): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    if (c.req.method !== "OPTIONS") return next();
    return c.body(null, 204, {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": allowedHeaders,
      "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
      "access-control-max-age": "86400",
    });
  };
}

/** Sets the headers of every API response. */
export function apiHeaders(): MiddlewareHandler<SandboxEnv> {
  let requests = 0;
  return async (c, next) => {
    await next();
    requests += 1;
    c.header("access-control-allow-origin", "*");
    c.header("access-control-expose-headers", exposedHeaders);
    c.header("vary", "Accept, Authorization, Cookie, X-GitHub-OTP");
    c.header("x-github-request-id", `SAND:${requests.toString(16).toUpperCase().padStart(6, "0")}`);
    c.header("x-github-api-version-selected", c.get("version"));
    const { headers } = c.res;
    if (!headers.has("x-github-media-type")) c.header("x-github-media-type", "github.v3; format=json");
    if (headers.get("content-type") === "application/json") {
      c.header("content-type", "application/json; charset=utf-8");
    }
  };
}

/** Refuses what GitHub refuses before routing: no User-Agent, an unknown version, a wrong token. */
export function apiCaller(sandbox: Sandbox): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    c.set("version", "2022-11-28");
    if ((c.req.header("user-agent") ?? "") === "") {
      const message =
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.";
      return c.text(message, 403);
    }
    const version = c.req.header("x-github-api-version") ?? "2022-11-28";
    if (version !== "2022-11-28" && version !== "2026-03-10") {
      return apiError(c, 400, `${version} is not a supported version.`, {
        documentation: "https://docs.github.com/rest/about-the-rest-api/api-versions",
      });
    }
    c.set("version", version);
    const caller = readCaller(c, sandbox);
    if (caller === null) return badCredentials(c);
    c.set("caller", caller);
    return next();
  };
}

function readCaller(c: SandboxContext, sandbox: Sandbox): Caller | null {
  const header = c.req.header("authorization");
  if (header === undefined) return { key: addressOf(c), login: null, isAuthenticated: false };
  const [scheme = "", value = ""] = header.split(" ");
  if (scheme.toLowerCase() === "basic") {
    return isSandboxApp(header) ? { key: "app", login: null, isAuthenticated: true } : null;
  }
  const login = sandbox.tokens.findLogin(value);
  // An account's tokens share one limit; the site's own token has its own, like a machine account's.
  const key = value === gitHubSandboxClient.serverToken ? "the site" : `account ${login}`;
  return login === null ? null : { key, login, isAuthenticated: true };
}

/** Returns true for `Authorization: Basic` with the id and secret of our OAuth app. */
export function isSandboxApp(authorization: string | undefined): boolean {
  const { clientId, clientSecret } = gitHubSandboxClient;
  return authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Requests without a socket (in tests) come from this machine. */
function addressOf(c: SandboxContext): string {
  return c.env?.incoming === undefined ? "127.0.0.1" : (getConnInfo(c).remote.address ?? "127.0.0.1");
}

/** Applies the primary limit, with its headers and the cost of a 304. */
export function apiLimit(sandbox: Sandbox, numbers: SandboxLimitNumbers): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const caller = c.get("caller");
    const resource: LimitResource =
      c.req.path.endsWith("/search/code") && caller.isAuthenticated ? "code_search" : "core";
    const limit = limitOf(resource, caller, numbers);
    const isFree = c.req.path.endsWith("/rate_limit");
    if (isFree || sandbox.limits.take(resource, caller.key, limit)) {
      await next();
      // Only an authorized 304 is free (docs/reference/upstreams.md, "GitHub limits").
      if (c.res.status === 304 && caller.isAuthenticated) sandbox.limits.giveBack(resource, caller.key);
    } else {
      c.res = limitExceeded(c, caller.login === null ? { address: caller.key } : { login: caller.login });
    }
    if (c.res.headers.has("x-ratelimit-limit")) return;
    const state = sandbox.limits.read(resource, caller.key, limit);
    c.header("x-ratelimit-limit", String(state.limit));
    c.header("x-ratelimit-remaining", String(state.remaining));
    c.header("x-ratelimit-used", String(state.used));
    c.header("x-ratelimit-reset", String(state.resetSeconds));
    c.header("x-ratelimit-resource", resource);
  };
}

export function limitOf(resource: LimitResource, caller: Caller, numbers: SandboxLimitNumbers): number {
  if (resource === "code_search") return numbers.codeSearch;
  return caller.isAuthenticated ? numbers.core : numbers.anonymousCore;
}

/** Adds a weak ETag, different for each caller, and answers a matching one with 304. */
export function apiETag(): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 200 || !["GET", "HEAD"].includes(c.req.method)) return;
    const body = Buffer.from(await c.res.clone().arrayBuffer());
    const { isAuthenticated, key } = c.get("caller");
    const hash = createHash("sha256")
      .update(`${isAuthenticated ? key : ""}\n`)
      .update(body)
      .digest("hex");
    const etag = `W/"${hash}"`;
    c.header("etag", etag);
    c.header("cache-control", `${isAuthenticated ? "private" : "public"}, max-age=60, s-maxage=60`);
    const known = (c.req.header("if-none-match") ?? "").split(",").map((value) => value.trim());
    if (!known.includes(etag)) return;
    const headers = new Headers(c.res.headers);
    headers.delete("content-type");
    headers.delete("content-length");
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
  };
}
