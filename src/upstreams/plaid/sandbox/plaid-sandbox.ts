import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
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
import { createMemoryStore, type SandboxStore } from "./sandbox-store.ts";
import { createTokens } from "./sandbox-tokens.ts";
import { mountSyncRoutes } from "./sync/sync-routes.ts";
import { mountTestingRoutes } from "./testing-routes.ts";
import { createWebhookKeys } from "./webhooks/webhook-keys.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";

export type PlaidSandboxOptions = {
  /** The site's public address; asked for when the first request comes, because the port may be any. */
  origin: () => string;
  now?: () => Date;
  /** Sends webhooks. */
  fetch?: typeof fetch;
  /** Keeps what was done to items; without one, memory does, until the process ends. */
  store?: SandboxStore;
  /** Marks tokens and webhooks; the same one, given to another sandbox, knows them again. */
  secret?: string;
  timing?: Partial<SandboxTiming>;
  /** Where webhooks may go beside the site's own origin; a sandbox that strangers reach must not call about. */
  webhookOrigins?: () => string[];
  /** Waits for the answers that are slow by intent. */
  wait?: (ms: number) => Promise<void>;
};

export type PlaidSandbox = {
  app: Hono<SandboxEnv>;
  /** What it is made of. */
  parts: Sandbox;
  /** Sends the webhooks that are due by the clock, now and (`start`) by itself from then on. */
  itemClock: ItemClock;
};

/** Plaid's HTTP API (version 2020-09-14) over three invented banks and two invented people, under `/sandbox/plaid`. */
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
