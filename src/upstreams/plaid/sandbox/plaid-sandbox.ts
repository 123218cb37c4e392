import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createMemoryStore, type RecordStore } from "#shared/record-store.ts";
import { Hono } from "hono";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { createItemClock, type ItemClock } from "./items/item-clock.ts";
import { mountItemRoutes } from "./items/item-routes.ts";
import type { SandboxTiming } from "./items/item.ts";
import { createItems } from "./items/items.ts";
import { mountLinkRoutes } from "./link/link-routes.ts";
import type { Sandbox, SandboxEnv } from "./sandbox-context.ts";
import { problemBody, problems, SandboxError } from "./sandbox-errors.ts";
import { createFaults } from "./sandbox-faults.ts";
import type { ItemState } from "./items/item-state.ts";
import { createTokens } from "./sandbox-tokens.ts";
import { mountSyncRoutes } from "./sync/sync-routes.ts";
import { mountTestingRoutes } from "./testing-routes.ts";
import { createWebhookKeys } from "./webhooks/webhook-keys.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";

export type PlaidSandboxOptions = {
  /** The site's public origin; read at the first request, because the port may vary. */
  origin: () => string;
  now?: () => Date;
  /** Sends webhooks. */
  fetch?: typeof fetch;
  /** Stores changes made to Items; by default in memory, until the process ends. */
  store?: RecordStore<ItemState>;
  /** Signs tokens and webhooks; another sandbox with the same secret accepts them. */
  secret?: string;
  timing?: Partial<SandboxTiming>;
  /** Allowed origins of webhooks besides the site's own; a publicly reachable sandbox must not call arbitrary addresses. */
  webhookOrigins?: () => string[];
  /** Delays answers that are slow on purpose. */
  wait?: (ms: number) => Promise<void>;
};

export type PlaidSandbox = {
  app: Hono<SandboxEnv>;
  /** Internal state, for tests. */
  parts: Sandbox;
  /** Sends due webhooks, now and (with `start`) automatically from then on. */
  itemClock: ItemClock;
};

/**
 * Creates a sandbox of Plaid's HTTP API (version 2020-09-14) with three invented banks and two invented people, under
 * `/sandbox/plaid`.
 */
export function createPlaidSandbox(options: PlaidSandboxOptions): PlaidSandbox {
  const nowMs = () => (options.now?.() ?? new Date()).getTime();
  const secret = options.secret ?? "folio sandbox bank";
  const siteOrigins = () => siblingOrigins(options.origin());
  const keys = createWebhookKeys(secret, nowMs);
  const webhooks = createWebhooks({
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    keys,
    nowMs,
    isAllowed: ({ origin }) => [...siteOrigins(), ...(options.webhookOrigins?.() ?? [])].includes(origin),
  });
  const items = createItems({
    store: options.store ?? createMemoryStore(),
    timing: { initialUpdateMs: 0, historicalUpdateMs: 0, troubleAfterMs: 60_000, ...options.timing },
    nowMs,
    onChange: () => itemClock.wake(),
  });
  const sandbox: Sandbox = {
    items,
    tokens: createTokens(secret),
    keys,
    webhooks,
    faults: createFaults(),
    nowMs,
    wait: options.wait ?? ((ms) => pause(ms)),
    siteOrigins,
  };
  const itemClock = createItemClock(sandbox);
  const app = new Hono<SandboxEnv>().basePath(plaidSandboxClient.path);
  app.use(async (c, next) => {
    c.set("requestId", randomBytes(12).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, 15));
    sandbox.faults.check(c.req.path.slice(plaidSandboxClient.path.length));
    await next();
    c.header("cache-control", "no-store");
  });
  app.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    return c.json(problemBody(error.problem, c.get("requestId")), error.problem.status);
  });
  mountItemRoutes(app, sandbox);
  mountSyncRoutes(app, sandbox);
  mountTestingRoutes(app, sandbox);
  mountLinkRoutes(app, sandbox);
  app.all("*", () => {
    throw new SandboxError(problems.notFound);
  });
  return { app, parts: sandbox, itemClock };
}
