import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createAuthFeature } from "#features/auth/server/index.ts";
import { createSandbox } from "#sandbox/main.ts";
import { createApp } from "#server/http/app.ts";
import { createBus } from "#server/events/bus.ts";
import type { Database } from "#server/database/db.ts";
import type { Kernel } from "#server/feature.ts";
import { listen, stop } from "../ports.ts";
import { runRepeated } from "../repeated-work.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLogger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import { fetchWithOwnSandboxes } from "#server/upstreams/own-sandbox.ts";
import { readSettings } from "#server/settings/settings.ts";
import { siteFolders } from "#server/settings/site-folder.ts";
import { siteConfig } from "#site-config";
import { createIdentityProvider } from "#upstreams/entra/index.ts";

export type SignInSite = {
  origin: string;
  /** Parsed log lines so far. */
  logLines: Record<string, unknown>[];
  kernel: Kernel;
  /** Runs the hourly cleanup. */
  sweep: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a real server with only sign-in and the sandboxes, for tests of what a browser sees. */
export async function startSignInSite(options: {
  database: Database;
  environment?: Record<string, string>;
  now?: () => Date;
  secretKey?: Buffer;
  fetch?: typeof fetch;
  timeoutMs?: number;
}): Promise<SignInSite> {
  const settings = readSettings({
    WRITES_PER_MINUTE: "100000",
    READS_PER_MINUTE: "100000",
    ...options.environment,
  });
  const logLines: Record<string, unknown>[] = [];
  let port = 0;
  const selfOrigin = () => settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const secretKey = options.secretKey ?? randomBytes(32);
  const { contentDir, pictureDirs } = siteFolders({});
  const kernel: Kernel = {
    settings,
    site: siteConfig,
    contentDir,
    database: options.database,
    log: createLogger({
      level: "info",
      destination: { write: (line) => void logLines.push(JSON.parse(line)) },
    }),
    metrics: createMetrics({ processMetrics: false }),
    now: options.now ?? (() => new Date()),
    secretKey,
    fetch: fetchWithOwnSandboxes(
      options.fetch ?? ((input, init) => fetch(input, init)),
      { settings, secretKey },
      { internalOrigin: () => `http://127.0.0.1:${port}`, selfOrigin },
    ),
    bus: createBus({ database: options.database, log: createLogger({ level: "silent" }) }),
    publicPagesChanged: () => undefined,
  };
  const identityProvider = createIdentityProvider(kernel, {
    selfOrigin,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const jobs = createJobs(kernel);
  const { feature, resolveSession } = createAuthFeature(kernel, { identityProvider, jobs });
  const sandbox = createSandbox({ origin: selfOrigin, settings });
  const { listener } = createApp({
    kernel,
    features: [feature],
    resolveSession,
    renderer: null,
    pictureDirs,
    clientDir: import.meta.dirname,
    sandbox: (c) => sandbox.fetch(c),
    isLive: false,
    development: false,
    staleContentAsOf: () => null,
  });
  const server = createServer(listener);
  port = await listen(server);
  return {
    origin: selfOrigin(),
    logLines,
    kernel,
    sweep: async () => {
      await runRepeated(options.database, jobs, "sessions sweep");
    },
    stop: () => stop(server),
  };
}
