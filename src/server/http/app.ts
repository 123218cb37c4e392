import type { RequestListener } from "node:http";
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { compress } from "hono/compress";
import { AppError, notFound } from "#shared/errors.ts";
import { apiReaderPage, apiReaderPolicy } from "./calls/api-reader.ts";
import { mountEvents } from "../events/events.ts";
import type { App, AppContext, AppEnv, Kernel, ServerFeature } from "../feature.ts";
import { failureAnswer, leastCompressedBytes, mountApiFallbacks, mountFeature } from "./calls/mount.ts";
import { openApiDocument } from "./calls/openapi.ts";
import { mountOperation } from "./calls/operation-routes.ts";
import { createSandboxGate } from "../upstreams/own-sandbox.ts";
import { createPageCache, type PageCache } from "../pages/page-cache.ts";
import { themeScript, unloadedScript, wakeScript } from "../pages/page-document.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { createPageHandler, readablePath } from "../pages/pages.ts";
import { listenWithReadyPages } from "../pages/ready-pages.ts";
import { createRateLimiter } from "../limits/rate-limit.ts";
import { inProcess, requestContext, sessionContext, type ResolveSession } from "./request-context.ts";
import { scriptHash, securityHeaders } from "./security-headers.ts";
import { mountSiteRoutes } from "./site-routes.ts";
import { mountStaticFiles } from "./static-files.ts";

export type AppOptions = {
  kernel: Kernel;
  features: ServerFeature[];
  resolveSession: ResolveSession;
  /** Null in tests of calls, which need no client build. */
  renderer: PageRenderer | null;
  clientDir: string;
  /** Folders with the site's pictures, by priority. */
  pictureDirs: string[];
  /** The app of the sandboxes under `/sandbox`; null when every upstream is live. */
  sandbox: ((c: AppContext) => Response | Promise<Response>) | null;
  /** True when Vite serves the client live. */
  isLive: boolean;
  /** True when `/design` exists. */
  development: boolean;
  /** Returns the date of the shown content when its source is unreachable, else null. */
  staleContentAsOf: () => string | null;
};

export type FolioApp = {
  app: App;
  /** The app for Node's server, which answers cached pages first. */
  listener: RequestListener;
  pages: PageCache;
  state: { isStopping: boolean };
  /** Ends the open streams of changes, which never end on their own. */
  endEvents: () => void;
};

/** Creates the whole site as one request handler. */
export function createApp(options: AppOptions): FolioApp {
  const { kernel, features, renderer } = options;
  // Hono’s own choice would turn 400 routes into expressions first, which takes longer than it saves.
  const app: App = new Hono<AppEnv>({ router: new TrieRouter() });
  const state = { isStopping: false };
  const limiter = createRateLimiter(kernel, "the site");
  const pages = createPageCache(() => kernel.now().getTime());

  app.use(
    securityHeaders(kernel.settings, {
      scriptHashes: [themeScript, wakeScript, unloadedScript].map(scriptHash),
      development: options.isLive,
    }),
  );
  app.use(requestContext(kernel));
  app.onError((error, c) => failureAnswer(c, error));
  app.use("/api/*", sessionContext(options.resolveSession));
  app.use("/.auth/*", sessionContext(options.resolveSession));
  app.use("/.auth/login/aad", async (c, next) => {
    if (await limiter.allows("sign-in", { address: c.get("clientAddress") })) return next();
    return c.redirect("/sign-in?problem=too-many");
  });
  for (const path of ["/api/*", "/feed.xml", "/feed.json", "/sitemap.xml"]) {
    app.use(path, compress({ threshold: leastCompressedBytes }));
  }

  mountOperation(app, kernel, state);
  mountApiDocuments(app, features, kernel);
  mountStaticFiles(app, options);
  mountSiteRoutes(app, features);
  const endEvents = mountEvents(app, { kernel, limiter, resolveSession: options.resolveSession });
  for (const feature of features) {
    mountFeature(app, feature, kernel, limiter);
    feature.routes?.(app);
  }
  mountApiFallbacks(app);
  for (const path of ["/api/*", "/.auth/*"]) {
    app.all(path, () => {
      throw notFound();
    });
  }
  const { sandbox } = options;
  const passSandboxGate = createSandboxGate(kernel, createRateLimiter(kernel, "the sandboxes"));
  app.all("/sandbox/*", async (c) => {
    if (sandbox === null) throw notFound();
    await passSandboxGate(c);
    return sandbox(c);
  });
  if (renderer !== null) {
    mountPages(app, options, renderer, {
      pages,
      takeCall: (c) => limiter.take("read", { address: c.get("clientAddress") }),
    });
  }
  return { app, listener: listenWithReadyPages(app, kernel, pages), pages, state, endEvents };
}

function mountPages(
  app: App,
  options: AppOptions,
  renderer: PageRenderer,
  { pages, takeCall }: { pages: PageCache; takeCall: (c: AppContext) => Promise<void> },
): void {
  const handlePage = createPageHandler({
    kernel: options.kernel,
    renderer,
    cache: pages,
    takeCall,
    development: options.development,
    staleContentAsOf: options.staleContentAsOf,
    usesCache: !options.isLive,
    apiFetch: (c) => (path, init) => {
      const origin = c.get("origin");
      const asked = { ...init, headers: withHost(init.headers, origin) };
      return app.request(`${origin}${path}`, asked, {
        ...inProcess,
        visitorAddress: c.get("clientAddress"),
      });
    },
  });
  app.on(["GET", "HEAD"], "*", (c): Response | Promise<Response> => {
    const { pathname, search } = new URL(c.req.url);
    const readable = readablePath(pathname);
    if (readable !== pathname) return c.redirect(readable + search, 301);
    return handlePage(c);
  });
  app.all("*", () => {
    throw new AppError(405, { method: ["Use GET."] }, { headers: { allow: "GET, HEAD" } });
  });
}

function withHost(given: HeadersInit | undefined, origin: string): Headers {
  const headers = new Headers(given);
  headers.set("host", new URL(origin).host);
  return headers;
}

function mountApiDocuments(app: App, features: ServerFeature[], kernel: Kernel): void {
  const { site } = kernel;
  // Neither changes while the server runs and both are slow to build, so they are built on first use and kept.
  let document: string | null = null;
  let readerPage: string | null = null;
  app.get("/api/openapi.json", (c) =>
    c.body((document ??= JSON.stringify(openApiDocument(features, site))), 200, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=300",
    }),
  );
  app.get("/api/docs", (c) =>
    c.html((readerPage ??= apiReaderPage(features, site)), 200, {
      "content-security-policy": apiReaderPolicy,
      "cache-control": "public, max-age=300",
    }),
  );
}
