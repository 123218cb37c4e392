import { Hono } from "hono";
import { createEntraSandbox } from "#upstreams/entra/sandbox/entra-sandbox.ts";

type SandboxOptions = {
  /** The site's public address; known once the server listens. */
  origin: () => string;
  settings: { FOLIO_DEMO: boolean; modes: Record<"entra", "sandbox" | "live"> };
};

/** A request of the site's app; its context fits. */
type SandboxRequest = { req: { raw: Request }; env: object };

/**
 * Every sandbox that is in use, each under its own `/sandbox/<name>`. The server loads this file only when at least
 * one upstream is not live; the next sandbox joins with a line of its own.
 */
export function createSandbox({ origin, settings }: SandboxOptions): {
  fetch: (c: SandboxRequest) => Response | Promise<Response>;
} {
  const app = new Hono();
  if (settings.modes.entra === "sandbox")
    app.route("/", createEntraSandbox({ origin, isDemo: settings.FOLIO_DEMO }));
  return { fetch: (c) => app.fetch(c.req.raw, c.env) };
}
