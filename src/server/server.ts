import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeOwnerLink } from "#features/auth/server/index.ts";
import type { SiteConfig } from "#shared/site-config.ts";
import { createApp } from "./http/app.ts";
import { createBus, type Bus } from "./events/bus.ts";
import { openDatabase, type Database } from "./database/db.ts";
import type { EmbeddedPostgres } from "./database/embedded/postgres.ts";
import type { Kernel, ServerFeature } from "./feature.ts";
import { createFeatures } from "./features.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { backUpAndMigrate } from "./backup/migration-backup.ts";
import type { PageRenderer } from "./pages/page-renderer.ts";
import { trustedProxies } from "./http/request-context.ts";
import { loadSecretKey } from "./settings/secret-key.ts";
import { isLoopbackHost, usesSandboxes, type Settings } from "./settings/settings.ts";
import { siteFolders, type SiteFolders } from "./settings/site-folder.ts";
import { createLimitedServer } from "./http/site-socket.ts";
import { recordUpstreamModes } from "./upstreams/upstream-modes.ts";

/** The sandboxes as one app; main.ts loads them only if one is in use. */
export type Sandbox = { fetch: (c: { req: { raw: Request }; env: object }) => Response | Promise<Response> };

export type ServerOptions = {
  settings: Settings;
  site: SiteConfig;
  /** Folders of pages, posts and pictures; the sample's by default. */
  folders?: SiteFolders;
  log: Logger;
  distDir: string;
  /** True when `/design` exists. */
  development: boolean;
  /** Creates the sandboxes at their first request; `origin` is this server's own address, known once it listens. */
  loadSandbox: (options: { origin: () => string; settings: Settings }) => Promise<Sandbox>;
  /** Creates the renderer: from the build, or live from Vite, which answers requests for sources before the site does. */
  loadRenderer: (
    server: Server,
  ) => Promise<{ renderer: PageRenderer; live?: (site: RequestListener) => RequestListener }>;
  now?: () => Date;
  /** An open and migrated database (for tests). */
  database?: Database;
  /** The Postgres in DATA_DIR, if it is already being opened. */
  engine?: Promise<EmbeddedPostgres> | undefined;
};

export type RunningServer = {
  /** Address to open, such as `http://localhost:3000`. */
  origin: string;
  /** Current modes; that of the sign-in may differ from the settings, because there are passkeys. */
  modes: Settings["modes"];
  /** Link with which the owner makes the first passkey; null if there is an owner, or no passkeys. */
  ownerLink: string | null;
  server: Server;
  database: Database;
  /** Finishes running work, then closes everything; safe to call twice. */
  stop: () => Promise<void>;
};

const stopGraceMs = 10_000;
const idleCheckMs = 50;

/** Opens the database, migrates it, starts every feature and listens. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings } = options;
  const secretKey = await loadSecretKey(settings);
  const database = options.database ?? (await openAndMigrate(options, secretKey));
  try {
    return await startWithDatabase(options, secretKey, database);
  } catch (error) {
    if (options.database === undefined) await database.close();
    throw error;
  }
}

async function openAndMigrate(
  { settings, engine, log }: ServerOptions,
  secretKey: Buffer,
): Promise<Database> {
  const database = await openDatabase({
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    engine,
    isAlone: true,
    log,
  });
  try {
    await backUpAndMigrate(database, { settings, secretKey, log });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startWithDatabase(
  options: ServerOptions,
  secretKey: Buffer,
  database: Database,
): Promise<RunningServer> {
  const { log } = options;
  // Its own copy, because the sign-in's mode changes with the first passkey.
  const settings = { ...options.settings, modes: { ...options.settings.modes } };
  const { contentDir, pictureDirs } = options.folders ?? siteFolders({ CONTENT_DIR: settings.CONTENT_DIR });
  let clearPages = () => {};
  const bus = createBus({ database, log });
  const kernel: Kernel = {
    settings,
    site: options.site,
    contentDir,
    database,
    log,
    secretKey,
    metrics: createMetrics({ processMetrics: true }),
    now: options.now ?? (() => new Date()),
    fetch: globalThis.fetch,
    bus,
    publicPagesChanged() {
      clearPages();
      bus.tell("pages");
    },
  };
  let port = settings.PORT;
  const selfOrigin = () => settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const { features, resolveSession, content, jobs, onModeChanges } = createFeatures(kernel, {
    selfOrigin,
    internalOrigin: () => `http://127.0.0.1:${port}`,
  });

  await onModeChanges(await recordUpstreamModes(database, settings.modes));
  const server = createLimitedServer(isProxyOf(settings));
  const { renderer, live } = await options.loadRenderer(server);
  const { listener, pages, state, endEvents } = createApp({
    kernel,
    features,
    resolveSession,
    renderer,
    clientDir: join(options.distDir, "client"),
    pictureDirs,
    sandbox: sandboxOnDemand(options, { origin: selfOrigin, settings }),
    isLive: live !== undefined,
    development: options.development,
    staleContentAsOf: () => (content.current().isStale ? content.current().asOf : null),
  });
  server.on("request", live === undefined ? listener : live(listener));
  clearPages = () => pages.clear();
  content.onChange(clearPages);
  bus.onNews("pages", clearPages);
  port = await listen(server, settings);
  await bus.start();
  // Rendered before this server received the others' messages.
  clearPages();
  for (const feature of features) await feature.start?.();
  const ownerLink = await makeOwnerLink(kernel, { ifMissing: true });
  // Last, because their work takes time that the start needs.
  await jobs.start();

  let stopping: Promise<void> | null = null;
  return {
    origin: selfOrigin(),
    modes: settings.modes,
    ownerLink,
    server,
    database,
    stop: () => {
      state.isStopping = true;
      stopping ??= stopAll({
        server,
        endEvents,
        features,
        jobs,
        bus,
        database: options.database === undefined ? database : null,
        // Vite's own connections never end on their own, and a developer is waiting for the restart.
        graceMs: live === undefined ? stopGraceMs : 0,
      });
      return stopping;
    },
  };
}

/** Returns what answers under `/sandbox`, which is loaded by the first request; null if every service is live. */
function sandboxOnDemand(
  { loadSandbox }: ServerOptions,
  context: Parameters<ServerOptions["loadSandbox"]>[0],
): Sandbox["fetch"] | null {
  if (!usesSandboxes(context.settings)) return null;
  let loaded: Promise<Sandbox> | undefined;
  async function load(): Promise<Sandbox> {
    try {
      return await loadSandbox(context);
    } catch (error) {
      // The next request tries again, such as after the disk was full.
      loaded = undefined;
      throw error;
    }
  }
  return async ({ req, env }) => (await (loaded ??= load())).fetch({ req, env });
}

/** Returns a predicate for proxies, whose connections may be anyone's: `TRUST_PROXY` and this machine. */
function isProxyOf({ TRUST_PROXY: entries }: Settings): (address: string) => boolean {
  const isTrusted = trustedProxies(entries);
  return (address) => isLoopbackHost(address.replace(/^::ffff:/, "")) || isTrusted(address);
}

/** Resolves with the port once the server listens; PORT=0 picks a free one. */
async function listen(server: Server, settings: Settings): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

/** Stops accepting requests, lets running ones finish within `graceMs`, then closes the rest. */
async function stopAll(running: {
  server: Server;
  endEvents: () => void;
  features: ServerFeature[];
  jobs: Jobs;
  bus: Bus;
  database: Database | null;
  graceMs: number;
}): Promise<void> {
  const { server } = running;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  running.endEvents();
  // Also those whose answer ends from now on, before the browser asks for its events again on one of them.
  const closing = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  for (const part of [running.jobs, ...running.features]) await part.stop?.();
  const graceEnded = new AbortController();
  await Promise.race([
    closed,
    // Upgraded connections are no longer the server's; waiting for them could take forever.
    sleep(running.graceMs, undefined, { signal: graceEnded.signal }).catch(() => undefined),
  ]);
  graceEnded.abort();
  clearInterval(closing);
  server.closeAllConnections();
  await running.bus.stop();
  await running.database?.close();
}
