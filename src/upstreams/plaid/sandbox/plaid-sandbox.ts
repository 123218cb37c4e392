import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { createMemoryStore, type RecordStore } from "#shared/record-store.ts";
import { siblingOrigins } from "#shared/sibling-origins.ts";
import { plaidSandboxClient } from "../plaid-sandbox-client.ts";
import { createItemClock, type ItemClock } from "./items/item-clock.ts";
import { mountItemRoutes } from "./items/item-routes.ts";
import type { SandboxTiming } from "./items/item.ts";
import { createItems } from "./items/items.ts";
import { mountLinkRoutes } from "./link/link-routes.ts";
import type { Sandbox, SandboxEnv } from "./sandbox-context.ts";
import { problemBody, problems, SandboxError, invalidField, productNotEnabled } from "./sandbox-errors.ts";
import { createFaults } from "./sandbox-faults.ts";
import type { ItemState } from "./items/item-state.ts";
import { createTokens } from "./sandbox-tokens.ts";
import { mountSyncRoutes } from "./sync/sync-routes.ts";
import { createWebhookKeys } from "./webhooks/webhook-keys.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";
import { openItem, readRequest } from "./request-reading.ts";
import * as schemas from "./request-schemas.ts";
import { accountsAt, findBank } from "./sandbox-banks.ts";
import { webhookBody } from "./webhooks/webhook-bodies.ts";

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

const usualDays = 90;

/** Mounts the test calls of Plaid's own sandbox: webhooks on demand, a login reset, a link without the page. */
function mountTestingRoutes(app: Hono<SandboxEnv>, sandbox: Sandbox): void {
  app.post("/sandbox/item/fire_webhook", async (c) => {
    const request = await readRequest(c, schemas.sandboxFireWebhook);
    const item = await openItem(sandbox, request.access_token);
    const code = request.webhook_code;
    const type = request.webhook_type ?? "TRANSACTIONS";
    const isOfTransactions = code === "DEFAULT_UPDATE" || code === "SYNC_UPDATES_AVAILABLE";
    if (
      code === "SMS_MICRODEPOSITS_VERIFICATION" ||
      code === "AUTHORIZATION_GRANTED" ||
      code === "RECURRING_TRANSACTIONS_UPDATE" ||
      code === "PRODUCT_READY" ||
      (code === "ERROR" && type === "ASSETS") ||
      (isOfTransactions && type !== "TRANSACTIONS")
    ) {
      throw new SandboxError(productNotEnabled(type.toLowerCase()));
    }
    const isSent = sandbox.webhooks.send(item, webhookBody(item, code, sandbox.nowMs()));
    if (!isSent) throw new SandboxError(problems.webhookInvalid);
    return c.json({ webhook_fired: true, request_id: c.get("requestId") });
  });

  app.post("/sandbox/item/reset_login", async (c) => {
    const request = await readRequest(c, schemas.sandboxResetLogin);
    const item = await openItem(sandbox, request.access_token);
    item.update(() => ({ loginRequiredAtMs: sandbox.nowMs(), repairedAtMs: null }));
    sandbox.webhooks.send(item, webhookBody(item, "ERROR", sandbox.nowMs()));
    return c.json({ reset_login: true, request_id: c.get("requestId") });
  });

  app.post("/sandbox/public_token/create", async (c) => {
    const request = await readRequest(c, schemas.sandboxPublicTokenCreate);
    const bank = findBank(request.institution_id);
    if (bank === undefined) throw new SandboxError(problems.invalidInstitution);
    const user = schemas.readUserName(request.options?.override_username ?? "avery");
    if (user === null) throw new SandboxError(invalidField("override_username is not known"));
    const choice = {
      bank: bank.id,
      ...user,
      accounts: accountsAt(bank.id, user.person).map(({ key }) => key),
      days: request.options?.transactions?.days_requested ?? usualDays,
      webhook: request.options?.webhook ?? null,
    };
    return c.json({
      public_token: sandbox.tokens.publicToken(choice, sandbox.nowMs()),
      request_id: c.get("requestId"),
    });
  });
}
