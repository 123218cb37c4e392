import { setTimeout } from "node:timers/promises";
import { Hono, type Context } from "hono";
import { compress } from "hono/compress";
import { gitHubSandboxClient } from "../sandbox-client.ts";
import {
  apiCaller,
  apiETag,
  apiHeaders,
  apiLimit,
  apiPreflight,
  limitOf,
  type SandboxLimitNumbers,
} from "./api-gates.ts";
import { avatarSvg } from "./users/avatar.ts";
import { mountContentsRoutes } from "./repos/contents-routes.ts";
import { apiError, notFound } from "./errors.ts";
import { mountApplicationRoutes, mountOAuthRoutes } from "./users/oauth-routes.ts";
import { createLimits } from "./rate-limits.ts";
import { mountRepoRoutes } from "./repos/repo-routes.ts";
import type { Sandbox, SandboxEnv } from "./sandbox-context.ts";
import { mountSearchRoutes } from "./repos/search-routes.ts";
import { createTokens } from "./users/tokens.ts";
import { mountUserRoutes } from "./users/user-routes.ts";
import { mountWebRoutes } from "./users/web-routes.ts";
import { readSandboxData, type SandboxData } from "./sandbox-data.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";

export type GitHubSandboxOptions = {
  /** Origin of the sandbox; read at the first request, because the port may vary. */
  origin: () => string;
  /** Origin of the site whose OAuth app this is, if different. */
  siteOrigin?: () => string;
  now?: () => Date;
  /** Delays answers that are slow on purpose. */
  wait?: (ms: number) => Promise<void>;
  /** GitHub's own limit is 60. On one machine, all browsers and the server share an address. */
  anonymousCoreLimitPerHour?: number;
  coreLimitPerHour?: number;
  codeSearchLimitPerMinute?: number;
  /** Takes the place of the invented accounts and repositories. */
  data?: () => SandboxData;
};

/**
 * Creates a sandbox of GitHub's REST API and OAuth pages, with an invented owner, under `/sandbox/github`
 * (docs/reference/upstreams.md, "GitHub calls"). The API and the web site share that prefix, so GITHUB_API_URL and GITHUB_URL
 * are the same here.
 */
export function createGitHubSandbox(options: GitHubSandboxOptions): Hono<SandboxEnv> {
  const nowMs = () => (options.now?.() ?? new Date()).getTime();
  const numbers: SandboxLimitNumbers = {
    anonymousCore: options.anonymousCoreLimitPerHour ?? 60,
    core: options.coreLimitPerHour ?? 5_000,
    codeSearch: options.codeSearchLimitPerMinute ?? 10,
  };
  const data = options.data ?? readSandboxData;
  const sandbox: Sandbox = {
    data,
    limits: createLimits(nowMs),
    tokens: createTokens(() => data().people.map(({ login }) => login), nowMs),
    nowMs,
    wait: options.wait ?? ((ms) => setTimeout(ms)),
    siteOrigins: () => siblingOrigins((options.siteOrigin ?? options.origin)()),
  };
  const app = new Hono<SandboxEnv>().basePath(gitHubSandboxClient.path);
  app.use(async (c, next) => {
    c.set("base", `${shownOrigin(c, options.origin())}${gitHubSandboxClient.path}`);
    await next();
  });
  app.get("/avatars/u/:id", (c) => {
    const person = sandbox.data().people.find(({ id }) => id === Number(c.req.param("id")));
    if (person === undefined) return c.notFound();
    const headers = {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=300",
    };
    return c.body(avatarSvg(person), 200, headers);
  });
  mountOAuthRoutes(app, sandbox);
  mountWebRoutes(app, sandbox);
  mountApi(app, sandbox, numbers);
  return app;
}

function mountApi(app: Hono<SandboxEnv>, sandbox: Sandbox, numbers: SandboxLimitNumbers): void {
  app.use(
    compress(),
    apiPreflight(),
    apiHeaders(),
    apiCaller(sandbox),
    apiLimit(sandbox, numbers),
    apiETag(),
  );
  app.get("/rate_limit", (c) => {
    const caller = c.get("caller");
    function read(resource: "core" | "code_search") {
      const { resetSeconds, ...state } = sandbox.limits.read(
        resource,
        caller.key,
        limitOf(resource, caller, numbers),
      );
      return { ...state, reset: resetSeconds };
    }
    const core = read("core");
    const search = {
      limit: caller.isAuthenticated ? 30 : 10,
      used: 0,
      remaining: caller.isAuthenticated ? 30 : 10,
      reset: core.reset,
    };
    const resources = {
      core,
      search,
      ...(caller.isAuthenticated ? { code_search: read("code_search") } : {}),
    };
    return c.json(c.get("version") === "2022-11-28" ? { resources, rate: core } : { resources });
  });
  mountUserRoutes(app, sandbox);
  mountRepoRoutes(app, sandbox);
  mountContentsRoutes(app, sandbox);
  mountSearchRoutes(app, sandbox);
  mountApplicationRoutes(app, sandbox);
  app.all("*", (c) => notFound(c));
  app.onError((error, c) => {
    if (error instanceof SyntaxError) return apiError(c, 400, "Problems parsing JSON");
    throw error;
  });
}

/**
 * Returns the origin for URLs in an answer. A browser may have opened the site under another name of this machine, and its
 * policy would keep it from following links to the first one.
 */
function shownOrigin(c: Context<SandboxEnv>, origin: string): string {
  const asked = new URL(c.req.url).origin;
  return c.req.header("sec-fetch-site") !== undefined && siblingOrigins(origin).includes(asked)
    ? asked
    : origin;
}
