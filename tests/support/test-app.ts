import type { RequestListener } from "node:http";
import { siteConfig } from "#site-config";
import { createApp, type AppOptions } from "#server/http/app.ts";
import { createBus, type Bus } from "#server/events/bus.ts";
import type { App, Kernel, ServerFeature } from "#server/feature.ts";
import { createFeatures } from "#server/features.ts";
import { createLogger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import type { Database } from "#server/database/db.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { PageRenderer } from "#server/pages/page-renderer.ts";
import { readSettings } from "#server/settings/settings.ts";
import { sampleDir, siteFolders } from "#server/settings/site-folder.ts";

export type TestApp = {
  app: App;
  /** The app as a listener for Node's server. */
  listener: RequestListener;
  kernel: Kernel;
  /** Parsed log lines. */
  logged: Record<string, unknown>[];
  /** Makes a request like a browser on the site's own origin. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Makes a POST with the tenant header and a JSON body. */
  post: (
    path: string,
    body: unknown,
    init?: { cookie?: string; headers?: Record<string, string> },
  ) => Promise<Response>;
  /** Starts and stops the features' background work, for tests that need it. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** The server's job queue; `jobs.runDue()` runs what is due without background work. */
  jobs: Jobs;
};

const origin = "http://localhost:3000";

/** Creates the whole site in this process on a real database, without pages unless a renderer is given. */
export function createTestApp(
  database: Database,
  options: {
    environment?: Record<string, string>;
    now?: () => Date;
    fetch?: typeof fetch;
    origin?: string;
    /** The test's own features, in addition to the site's. */
    features?: ServerFeature[];
    /** A started bus, if servers are to notify each other. */
    bus?: Bus;
    /** Renders the pages; by default there are none. */
    renderer?: PageRenderer;
    /** Answers under `/sandbox`; by default nothing does. */
    sandbox?: AppOptions["sandbox"];
  } = {},
): TestApp {
  const logged: Record<string, unknown>[] = [];
  const own = options.origin ?? origin;
  let clearPages = () => {};
  const { contentDir, pictureDirs } = siteFolders({
    SITE_DIR: options.environment?.["SITE_DIR"],
    CONTENT_DIR: options.environment?.["CONTENT_DIR"],
  });
  const kernel: Kernel = {
    settings: readSettings({
      LOG_LEVEL: "debug",
      READS_PER_MINUTE: "100000",
      WRITES_PER_MINUTE: "100000",
      SEARCHES_PER_MINUTE: "100000",
      ...options.environment,
    }),
    site: siteConfig,
    contentDir,
    database,
    log: createLogger({
      level: "debug",
      destination: { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    }),
    metrics: createMetrics({ processMetrics: false }),
    now: options.now ?? (() => new Date()),
    secretKey: Buffer.alloc(32, 7),
    fetch: options.fetch ?? globalThis.fetch,
    bus: options.bus ?? createBus({ database, log: createLogger({ level: "silent" }) }),
    publicPagesChanged() {
      clearPages();
      kernel.bus.tell("pages");
    },
  };
  const site = createFeatures(kernel, { selfOrigin: () => own, internalOrigin: () => own });
  const features = [...site.features, ...(options.features ?? [])];
  const { app, listener, pages } = createApp({
    kernel,
    features,
    resolveSession: site.resolveSession,
    renderer: options.renderer ?? null,
    clientDir: sampleDir,
    pictureDirs,
    sandbox: options.sandbox ?? null,
    isLive: false,
    development: false,
    staleContentAsOf: () => null,
  });
  clearPages = () => pages.clear();
  kernel.bus.onNews("pages", clearPages);
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", new URL(own).host);
    return app.request(`${own}${path}`, { ...init, headers });
  }
  return {
    app,
    listener,
    kernel,
    logged,
    request,
    post: (path, body, init = {}) =>
      request(path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: {
          "content-type": "application/json",
          "x-tenant": siteConfig.tenant,
          origin: own,
          ...(init.cookie === undefined ? {} : { cookie: init.cookie }),
          ...init.headers,
        },
      }),
    start: async () => {
      for (const part of [...features, site.jobs]) await part.start?.();
    },
    stop: async () => {
      for (const part of [site.jobs, ...features]) await part.stop?.();
    },
    jobs: site.jobs,
  };
}
