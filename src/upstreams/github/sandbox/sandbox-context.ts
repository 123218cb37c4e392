import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { SandboxLimits } from "./rate-limits.ts";
import type { SandboxTokens } from "./users/tokens.ts";
import type { SandboxWorld } from "./world.ts";

/** Who a request is: an account by its token, an app by its id and secret, or anybody at an address. */
export type Caller = { key: string; login: string | null; isAuthenticated: boolean };

export type SandboxVersion = "2022-11-28" | "2026-03-10";

export type SandboxEnv = {
  Bindings: { incoming?: IncomingMessage };
  Variables: { base: string; caller: Caller; version: SandboxVersion };
};

export type SandboxContext = Context<SandboxEnv>;

/** What every route of the sandbox works with. */
export type Sandbox = {
  world: () => SandboxWorld;
  limits: SandboxLimits;
  tokens: SandboxTokens;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** Where the site's own OAuth callback may be: its origins. */
  siteOrigins: () => string[];
};
