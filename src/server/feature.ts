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

/** Services every feature receives at the start. */
export type Kernel = {
  settings: Settings;
  site: SiteConfig;
  /** Folder of the pages and posts as Markdown. */
  contentDir: string;
  database: Database;
  log: Logger;
  metrics: Metrics;
  /** The clock, which tests can move. */
  now: () => Date;
  /** 32 bytes from SECRET_KEY or DATA_DIR. Derive a key from it for each purpose, never use it directly. */
  secretKey: Buffer;
  /** `fetch` for outside calls; tests and sandboxes replace it. */
  fetch: typeof fetch;
  /** Messages between the servers of one database. */
  bus: Bus;
  /** Call it when something shown on public pages has changed; the cached pages on every server are then rebuilt. */
  publicPagesChanged: () => void;
};

/** Per-request variables set by the kernel's middleware. */
export type RequestVariables = {
  requestId: string;
  log: Logger;
  /** The caller's address, after trusted proxies. */
  clientAddress: string;
  /** The site's own origin for this request, such as `http://127.0.0.1:3000`. */
  origin: string;
  session: Session | null;
  /** True if the session couldn't be looked up, so calls that need one must not claim there is none. */
  isSessionUnknown: boolean;
};

/** Origin of a request: Node's own objects, or (during rendering) the server's internal call for a visitor. */
type RequestBindings = Partial<HttpBindings> & {
  inProcess?: true;
  visitorAddress?: string;
  /** Set when the answer is a page that is the same for everybody. */
  shownPage?: ShownPage;
};

export type AppEnv = { Bindings: RequestBindings; Variables: RequestVariables };
export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;

/** Context of a handler besides its input. */
export type HandlerContext<SessionType = Session | null> = {
  /** For a call about money, `userId` is the owner's, even if a member of their household calls. */
  session: SessionType;
  /** The person who calls; null without a session. */
  callerId: string | null;
  requestId: string;
  log: Logger;
  origin: string;
  clientAddress: string;
  signal: AbortSignal;
  /** Sets a response header. */
  setHeader: (name: string, value: string) => void;
  request: Request;
};

type SessionOf<E extends Endpoint> = E["auth"] extends "public" ? Session | null : Session;

/** Answer of a handler; nothing where the output has no fields. */
type AnswerOf<Output> = [Output] extends [Record<string, never>] ? Output | void : Output;

/** One function per endpoint; a missing one doesn't compile. */
export type Handlers<C extends Contract> = {
  [Name in keyof C]: (
    input: z.output<C[Name]["input"]>,
    context: HandlerContext<SessionOf<C[Name]>>,
  ) => Promise<AnswerOf<z.input<C[Name]["output"]>>> | AnswerOf<z.input<C[Name]["output"]>>;
};

/** The server half of a feature: its calls, and routes outside the contract (redirects, feeds, files). */
export type ServerFeature = {
  name: string;
  contract: Contract;
  // `defineFeature` checks each feature against its own contract; the kernel only needs the erased type.
  handlers: Record<string, (input: never, context: never) => unknown>;
  /** Registers routes outside the contract. */
  routes?: ((app: App) => void) | undefined;
  /** Lists public pages for `/sitemap.xml`: site-relative paths, with the date of the last change (ISO 8601) if known. */
  sitemap?: (() => SitemapEntry[] | Promise<SitemapEntry[]>) | undefined;
  /** Starts background work; called once when the server listens. */
  start?: (() => Promise<void>) | undefined;
  /** Stops background work; called once during a graceful shutdown. */
  stop?: (() => Promise<void>) | undefined;
};

export type SitemapEntry = { path: string; modifiedAt?: string };

/** Ties handlers to their contract, so that the compiler reports one that is missing or returns the wrong type. */
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
