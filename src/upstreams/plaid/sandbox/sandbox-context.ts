import type { Context } from "hono";
import type { Faults } from "./sandbox-faults.ts";
import type { Items } from "./items/items.ts";
import type { SandboxTokens } from "./sandbox-tokens.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";
import type { WebhookKeys } from "./webhooks/webhook-keys.ts";

export type SandboxEnv = { Variables: { requestId: string } };

export type SandboxContext = Context<SandboxEnv>;

/** State shared by all routes of the sandbox. */
export type Sandbox = {
  items: Items;
  tokens: SandboxTokens;
  keys: WebhookKeys;
  webhooks: Webhooks;
  faults: Faults;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** Returns the origins of the site this bank belongs to. */
  siteOrigins: () => string[];
};
