import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { Contract, Endpoint } from "#shared/endpoint.ts";
import type { SiteConfig } from "#shared/site-config.ts";
import type { Bus } from "./events/bus.ts";
import type { Database } from "./database/db.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Session } from "./http/session.ts";
import type { ShownPage } from "./pages/page-cache.ts";
import type { Settings } from "./settings/settings.ts";

/** What every feature is given at the start. */
export type Kernel = {
  settings: Settings;
  site: SiteConfig;
  /** Folder of the pages and posts as Markdown. */
  contentDir: string;
  database: Database;
  log: Logger;
  metrics: Metrics;
  /** The clock, so that tests can move it. */
  now: () => Date;
  /** 32 bytes from SECRET_KEY or DATA_DIR; derive from it with a purpose, never use it bare. */
  secretKey: Buffer;
  /** `fetch` to the outside; tests and sandboxes replace it. */
  fetch: typeof fetch;
  /** What the servers of one database tell one another. */
  bus: Bus;
  /** To be called when something that public pages show has changed: those kept so far, on every server, are made anew. */
  publicPagesChanged: () => void;
};

/** Per-request variables that the kernel's middleware sets. */
export type RequestVariables = {
  requestId: string;
  log: Logger;
  /** The caller's address, after trusted proxies. */
  clientAddress: string;
  /** The site's own origin for this request, such as `http://127.0.0.1:3000`. */
  origin: string;
  session: Session | null;
  /** The cookie could not be looked up: whoever needs a session is not told that there is none. */
  isSessionUnknown: boolean;
};

/** What stands behind a request: Node's own objects, or (while rendering) the server asking itself for a visitor. */
type RequestBindings = Partial<HttpBindings> & {
  inProcess?: true;
  visitorAddress?: string;
  /** Set by whoever answers with a page that is the same for everybody. */
  shownPage?: ShownPage;
};

export type AppEnv = { Bindings: RequestBindings; Variables: RequestVariables };
export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;

/** What a handler gets beside its input. */
export type HandlerContext<SessionType = Session | null> = {
  session: SessionType;
  requestId: string;
  log: Logger;
  origin: string;
  clientAddress: string;
  signal: AbortSignal;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
  request: Request;
};

type SessionOf<E extends Endpoint> = E["auth"] extends "public" ? Session | null : Session;

/** One function per endpoint: a missing one does not compile. */
export type Handlers<C extends Contract> = {
  [Name in keyof C]: (
    input: z.output<C[Name]["input"]>,
    context: HandlerContext<SessionOf<C[Name]>>,
  ) => Promise<z.input<C[Name]["output"]>> | z.input<C[Name]["output"]>;
};

/** A feature's server half: its calls, and routes that are not calls of the contract (redirects, feeds, files). */
export type ServerFeature = {
  name: string;
  contract: Contract;
  // Each feature is checked against its own contract by `defineFeature`; the kernel only needs the erased form.
  handlers: Record<string, (input: never, context: never) => unknown>;
  /** Registers routes outside the contract. */
  routes?: ((app: App) => void) | undefined;
  /** Public pages for `/sitemap.xml`: site-relative paths, and when each last changed (ISO 8601) where known. */
  sitemap?: (() => SitemapEntry[] | Promise<SitemapEntry[]>) | undefined;
  /** Begins background work; called once when the server listens. */
  start?: (() => Promise<void>) | undefined;
  /** Ends background work; called once at a graceful stop. */
  stop?: (() => Promise<void>) | undefined;
};

export type SitemapEntry = { path: string; modifiedAt?: string };

/** Ties handlers to their contract: the compiler names a handler that is missing or answers the wrong shape. */
export function defineFeature<C extends Contract>(feature: {
  name: string;
  contract: C;
  handlers: Handlers<C>;
  routes?: ServerFeature["routes"];
  sitemap?: ServerFeature["sitemap"];
  start?: ServerFeature["start"];
  stop?: ServerFeature["stop"];
}): ServerFeature {
  return feature;
}
