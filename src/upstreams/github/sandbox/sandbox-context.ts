import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { SandboxLimits } from "./rate-limits.ts";
import type { SandboxTokens } from "./users/tokens.ts";
import type { SandboxData } from "./sandbox-data.ts";

/** Caller of a request: an account by its token, an app by its id and secret, or anyone at an address. */
export type Caller = { key: string; login: string | null; isAuthenticated: boolean };

export type SandboxVersion = "2022-11-28" | "2026-03-10";

export type SandboxEnv = {
  Bindings: { incoming?: IncomingMessage };
  Variables: { base: string; caller: Caller; version: SandboxVersion };
};

export type SandboxContext = Context<SandboxEnv>;

/** State shared by all routes of the sandbox. */
export type Sandbox = {
  data: () => SandboxData;
  limits: SandboxLimits;
  tokens: SandboxTokens;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** Returns the origins allowed for the site's OAuth callback. */
  siteOrigins: () => string[];
};
