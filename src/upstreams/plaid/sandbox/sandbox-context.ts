import type { Context } from "hono";
import type { Faults } from "./sandbox-faults.ts";
import type { Items } from "./items/items.ts";
import type { SandboxTokens } from "./sandbox-tokens.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";
import type { WebhookKeys } from "./webhooks/webhook-keys.ts";

export type SandboxEnv = { Variables: { requestId: string } };

export type SandboxContext = Context<SandboxEnv>;

/** What every route of the sandbox works with. */
export type Sandbox = {
  items: Items;
  tokens: SandboxTokens;
  keys: WebhookKeys;
  webhooks: Webhooks;
  faults: Faults;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** The origins of the site that this is the bank of. */
  siteOrigins: () => string[];
};
